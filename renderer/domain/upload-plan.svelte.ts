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

  /** The last call of `#open`: another one waits for it, so that no plan is lost. */
  #opening: Promise<void> = Promise.resolve();

  /** Creates a plan for dropped paths, or adds them to the plan that is open. */
  async drop(workspaceId: string, sourcePaths: string[], targetFolder: string): Promise<void> {
    await this.#open(
      (addTo) => api.plans.create({ workspaceId, sourcePaths, targetFolder, ...addTo }),
      sourcePaths,
    );
  }

  /** The same for files or a folder chosen in the native dialog. */
  async choose(workspaceId: string, what: "files" | "folder", targetFolder: string): Promise<void> {
    await this.#open((addTo) => api.plans.choose({ workspaceId, what, targetFolder, ...addTo }));
  }

  async discard(): Promise<void> {
    const planId = this.planId;
    this.planId = null;
    if (planId !== null) await api.plans.discard({ planId }).catch(() => undefined);
  }

  /** The plan was queued. A plan that was opened meanwhile remains. */
  confirmed(planId: string): void {
    if (this.planId === planId) this.planId = null;
  }

  #open(
    create: (addTo: { addTo?: string }) => Promise<{ planId: string } | null>,
    sourcePaths: readonly string[] = [],
  ): Promise<void> {
    this.#opening = this.#opening.then(async () => {
      const open = this.planId;
      try {
        const plan = await create(open === null ? {} : { addTo: open });
        if (plan) await this.#show(plan.planId, open, sourcePaths);
      } catch (error) {
        toasts.show(t.problem(toProblem(error)), { tone: "bad" });
      }
    });
    return this.#opening;
  }

  /** `before`: the plan that was open when the files were given. */
  async #show(
    planId: string,
    before: string | null,
    sourcePaths: readonly string[],
  ): Promise<void> {
    if (planId !== before) {
      await this.discard();
      this.sourcePaths = sourcePaths;
      this.planId = planId;
    } else if (this.planId !== planId) {
      // The user has cancelled the plan while the files were added to it.
      await api.plans.discard({ planId }).catch(() => undefined);
    } else {
      this.sourcePaths = [...this.sourcePaths, ...sourcePaths];
      toasts.show(t.plan.added);
    }
  }
}

/** The window's one open plan. */
export const uploadPlan = new UploadPlans();
