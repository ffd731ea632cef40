import { api, toProblem } from "../app/api";
import { t } from "../app/strings";
import { toasts } from "../app/messages/toasts.svelte";

/**
 * The plan of an upload: any screen creates it from dropped or chosen files, the uploads feature
 * shows it.
 */
class UploadPlans {
  /** The open plan, or null. */
  planId = $state<string | null>(null);
  /** The dropped paths of the open plan; none if they were chosen in a dialog. */
  sourcePaths = $state.raw<readonly string[]>([]);

  /** Creates a plan for dropped paths. It replaces a plan that is still open. */
  async drop(workspaceId: string, sourcePaths: string[], targetFolder: string): Promise<void> {
    await this.#open(
      () => api.plans.create({ workspaceId, sourcePaths, targetFolder }),
      sourcePaths,
    );
  }

  /** Creates a plan for files or a folder chosen in the native dialog. */
  async choose(workspaceId: string, what: "files" | "folder", targetFolder: string): Promise<void> {
    await this.#open(() => api.plans.choose({ workspaceId, what, targetFolder }));
  }

  async discard(): Promise<void> {
    const planId = this.planId;
    this.planId = null;
    if (planId !== null) await api.plans.discard({ planId }).catch(() => undefined);
  }

  async #open(
    create: () => Promise<{ planId: string } | null>,
    sourcePaths: readonly string[] = [],
  ): Promise<void> {
    try {
      const plan = await create();
      if (!plan) return;
      await this.discard();
      this.sourcePaths = sourcePaths;
      this.planId = plan.planId;
    } catch (error) {
      toasts.show(t.problem(toProblem(error)), { tone: "bad" });
    }
  }
}

/** The window's one open plan. */
export const uploadPlan = new UploadPlans();
