import type { Workspace } from "../../../preload/model";

type Open =
  /** `invitation`: opens the form of invitations with this link, or an empty one. */
  | { kind: "add"; invitation?: string }
  | { kind: "rename"; workspace: Workspace }
  | { kind: "replace"; workspace: Workspace }
  | { kind: "move"; workspace: Workspace };

/** Which of the workspace dialogs is open. */
class WorkspaceDialogState {
  open = $state.raw<Open | null>(null);
}

/** The state of the workspace dialogs; at most one is open. */
export const dialogs = new WorkspaceDialogState();
