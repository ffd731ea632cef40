import type { ReviewedLine } from "../../../../preload/contract/review";
import { api } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";

interface Assignment {
  language: { workspaceId: string; projectId: string; languageId: string };
  line: Pick<ReviewedLine, "characterId" | "character" | "characterVoice" | "isLanguageVoice">;
  voice: string;
  /** Called after each assignment. */
  onassigned: () => void;
}

/**
 * Assigns a voice to the character of a line: in the language, if it has a voice of its own there,
 * or else in all languages. The toast undoes it, unless the character had no voice.
 */
export async function assignVoice(assignment: Assignment): Promise<void> {
  const { language, line, voice, onassigned } = assignment;
  const { languageId, ...project } = language;
  const { characterId, character, characterVoice: before } = line;
  await runWithToast(async () => {
    const only = line.isLanguageVoice ? { languageId } : {};
    const assignments = [{ characterId, ...only, voice }];
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
