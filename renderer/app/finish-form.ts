import { router } from "./router.svelte";
import type { Route } from "./routes";
import type { Session } from "./session.svelte";
import { t } from "./strings";
import { toasts } from "./toasts.svelte";

interface End {
  session: Session;
  /** Where the work belongs. */
  workspaceId: string;
  /** Who began it is still waiting for it. */
  isAwaited: boolean;
  text: string;
  tone?: "neutral" | "bad";
  /** What there is to see of it now. */
  open: () => void;
}

/** Work of a form has ended: goes on to what became of it, or only tells of it where its user has gone elsewhere. */
export function goOn({ session, workspaceId, isAwaited, text, tone = "neutral", open }: End): void {
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

/** Opens a place. */
export const openRoute = (route: Route) => () => router.go(route);
