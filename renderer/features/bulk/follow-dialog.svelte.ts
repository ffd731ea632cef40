/** What the form begins with. */
interface FollowForm {
  requestId: string;
  projectId: string | null;
}

class FollowDialogState {
  open = $state.raw<FollowForm | null>(null);
}

/** The form in which a bulk request is followed by its id: open or not. */
export const followDialog = new FollowDialogState();
