/** The name of the reviewer, which the first decision asks for unless the credentials have one. */
import { api } from "../app/api";
import { runWithToast } from "../app/messages/run-with-toast";

class ReviewerName {
  /** Whether the dialog is open. */
  isRequested = $state(false);
  /** A name is stored, or the reviewer continues without one until the window is loaded again. */
  #isSettled = false;
  #settle: ((isContinued: boolean) => void) | null = null;

  /**
   * Opens the dialog if no name is stored, and the credentials of the workspace have no person.
   * Resolves with whether the decision is to be stored: false if the reviewer cancelled, or after a
   * failure, which is shown.
   */
  async request(workspaceId: string): Promise<boolean> {
    if (this.#isSettled) return true;
    let stored = "";
    /** The name of the person of the credentials, or "". */
    let person = "";
    const isRead = await runWithToast(async () => {
      const [state, workspaces] = await Promise.all([api.app.state(), api.workspaces.list()]);
      stored = state.reviewerName;
      const workspace = workspaces.find(({ id }) => id === workspaceId);
      person = workspace?.team?.person?.name ?? "";
    });
    if (!isRead) return false;
    if (person !== "") return true;
    if (stored !== "") {
      this.#isSettled = true;
      return true;
    }
    this.#settle?.(false);
    this.isRequested = true;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  settle(isContinued: boolean): void {
    if (!this.isRequested) return;
    this.isRequested = false;
    if (isContinued) this.#isSettled = true;
    this.#settle?.(isContinued);
    this.#settle = null;
  }
}

/** The window's one request of the name, rendered by domain/ReviewerNameDialog. */
export const reviewerName = new ReviewerName();
