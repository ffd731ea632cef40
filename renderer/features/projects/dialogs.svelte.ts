import type { Project } from "../../../preload/model/resources";

type Open =
  | { kind: "new" }
  | { kind: "rename"; project: Project }
  | { kind: "delete"; projects: readonly Project[]; onDeleted: () => void };

/** Which of the project dialogs is open. */
class ProjectDialogState {
  open = $state.raw<Open | null>(null);
}

/** The state of the project dialogs; at most one is open. */
export const dialogs = new ProjectDialogState();
