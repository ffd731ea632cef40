import { listen } from "../../app/api";
import { toasts } from "../../app/messages/toasts.svelte";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { uploadPlan } from "../../domain/upload-plan.svelte";

/**
 * Offers to upload files that the user opened with the application, as soon as the workspaces are
 * loaded: to the folder that is shown, as if they were dropped on the window.
 */
export function followOpenedFiles(session: Session, isKnown: () => boolean): void {
  let opened = $state.raw<string[]>([]);
  $effect(() => listen("filesOpened", ({ paths }) => (opened = [...opened, ...paths])));
  $effect(() => {
    if (opened.length === 0 || !isKnown()) return;
    const paths = opened;
    opened = [];
    const { workspaceId } = session;
    const folder = router.route.screen === "media" ? router.route.folder : "";
    if (workspaceId === null) toasts.show(t.drop.noWorkspace);
    else void uploadPlan.drop(workspaceId, paths, folder);
  });
}
