/** The initial values of the form. */
interface FollowForm {
  requestId: string;
  projectId: string | null;
}

class FollowDialogState {
  open = $state.raw<FollowForm | null>(null);
}

/** The state of the dialog for following a bulk request; `open` is null while it is closed. */
export const followDialog = new FollowDialogState();
