import { router } from "../router.svelte";
import type { Route } from "../routes";
import type { Session } from "../session.svelte";
import { t } from "../strings";
import { toasts } from "../messages/toasts.svelte";

interface End {
  session: Session;
  /** The screen of the form. */
  workspaceId: string;
  /** The user is still on the screen that started the work. */
  isAwaited: boolean;
  text: string;
  tone?: "neutral" | "bad";
  /** The screen that shows the result. */
  open: () => void;
}

/**
 * After a form is done: opens its result, or shows a toast if the user has left the form's screen.
 */
export function finishForm({
  session,
  workspaceId,
  isAwaited,
  text,
  tone = "neutral",
  open,
}: End): void {
  if (isAwaited) {
    toasts.show(text, { tone });
    open();
    return;
  }
  const run = () => {
    if (session.workspaceId !== workspaceId) session.show(workspaceId);
    open();
  };
  toasts.show(text, { tone, action: { title: t.outcomes.show, run } });
}

/** Returns a function that opens a route. */
export const openRoute = (route: Route) => () => router.go(route);
