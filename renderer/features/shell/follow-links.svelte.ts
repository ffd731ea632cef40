import type { Events } from "../../../preload/contract";
import { listen } from "../../app/api";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

/**
 * Opens the target of a notification or link, as soon as the workspaces are loaded, and the form of
 * invitations by `openInvitation`.
 */
export function followLinks(
  session: Session,
  isKnown: () => boolean,
  openInvitation: (invitation: string) => void,
): void {
  let target = $state.raw<Events["opened"] | null>(null);
  $effect(() => listen("opened", (opened) => (target = opened)));
  $effect(() => listen("invited", ({ invitation }) => openInvitation(invitation)));
  $effect(() => {
    if (target === null || !isKnown()) return;
    const { workspaceId, service, route } = target;
    target = null;
    if (workspaceId === null || !session.workspaces.some(({ id }) => id === workspaceId)) {
      const { workspaceMissing, notConnected } = t.navigation;
      toasts.show(service === undefined ? workspaceMissing : notConnected(service));
      return;
    }
    session.show(workspaceId);
    router.go(route);
  });
}
