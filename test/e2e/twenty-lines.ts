/** A batch of 20 dubbed lines with times, which tests review and edit by keyboard. */
import { castByName, spanishSubtitles, waitForDub } from "../helpers/dub-material";
import type { LocalClient } from "../helpers/local-service";
import { createBatch, createProject, uploadScript } from "../helpers/local-workspace";

export const languageId = "es-es";
export const lineCount = 20;
/** Of the character ANNA. */
export const voice = "Ashley";

/** A batch "Harbour" with times and without a video. Returns its id. */
export async function dubTwentyLines(client: LocalClient): Promise<string> {
  const project = await createProject(client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [languageId],
  });
  const scriptPath = await uploadScript(client, "harbour.srt", spanishSubtitles(lineCount));
  const { id } = await createBatch(client, project, {
    name: "Harbour",
    scriptPath,
    languageCode: languageId,
    settings: { sourceSpeakerSeparator: ":" },
  });
  await castByName(client, project, { ANNA: voice, BOB: "Brandon" });
  await waitForDub(() => client, String(id));
  return String(id);
}
