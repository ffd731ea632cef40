import type { ReviewedLine } from "../../../../preload/contract/review";
import { api } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";

interface Assignment {
  project: { workspaceId: string; projectId: string };
  line: Pick<ReviewedLine, "characterId" | "character" | "characterVoice">;
  voice: string;
  /** Called after each assignment. */
  onassigned: () => void;
}

/**
 * Assigns a voice to the character of a line. The toast undoes it, unless the character had no
 * voice.
 */
export async function assignVoice(assignment: Assignment): Promise<void> {
  const { project, line, voice, onassigned } = assignment;
  const { characterId, character, characterVoice: before } = line;
  await runWithToast(async () => {
    const assignments = [{ characterId, voice }];
    const [outcome] = await api.casting.assign({ ...project, assignments });
    if (outcome?.problem) {
      toasts.show(t.problem(outcome.problem), { tone: "bad" });
      return;
    }
    const undo = () => {
      if (before === null) return;
      const back = { ...line, characterVoice: null };
      void assignVoice({ ...assignment, line: back, voice: before });
    };
    const action = { title: t.common.undo, run: undo };
    toasts.show(t.review.voice.assigned(character, voice), before === null ? {} : { action });
  });
  onassigned();
}
