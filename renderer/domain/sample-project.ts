/** The sample project of a local workspace. */
import { api } from "../app/api";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { router } from "../app/router.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";

/**
 * Whether the workspace can have the sample: its service dubs, and its dubs are reviewed and
 * delivered here.
 */
export const hasSample = (session: Session): boolean =>
  session.workspace?.kind === "local" && session.offers("exports");

/** Adds it, and opens its batch. */
export const addSample = (workspaceId: string) =>
  runWithToast(async () => {
    const { projectId, batchId } = await api.samples.add({ workspaceId });
    router.go({ screen: "batch", projectId, batchId });
  });

/** Removes it, and opens the list of projects. */
export const removeSample = (workspaceId: string) =>
  runWithToast(async () => {
    await api.samples.remove({ workspaceId });
    router.go({ screen: "projects" });
    toasts.show(t.samples.removed);
  });
