/** Files of the review: the texts of a language. */
import type { Handlers } from "../../../preload/contract";
import { textsFormats } from "../../../preload/facts/script-formats";
import { readWhole, writeWhole } from "../../common/files";
import { maxFileBytes } from "../../script-formats/limits";
import type { ScriptReader } from "../../script-formats/process/reader";
import type { ReviewCalls } from "../../remote/extensions/review";
import type { Dialogs } from "../ports";
import type { ScriptChoices } from "../scripts/script-choices";
import { readLines } from "./read-lines";
import { compareTexts, textsFormatOf, toTextsFile } from "./texts-file";

interface ReviewFilesDeps {
  reviewOf: (workspaceId: string) => ReviewCalls;
  dialogs: Pick<Dialogs, "saveFile" | "chooseFile">;
  reader: Pick<ScriptReader, "readScript">;
  choices: Pick<ScriptChoices, "encodingOf">;
}

export function createReviewFiles({
  reviewOf,
  dialogs,
  reader,
  choices,
}: ReviewFilesDeps): Pick<Handlers["review"], "saveTexts" | "readTexts"> {
  return {
    async saveTexts({ workspaceId, ...language }) {
      const lines = await readLines(reviewOf(workspaceId), language);
      const { languageId } = language;
      const path = await dialogs.saveFile({
        suggestedName: `Texts ${languageId}.xlsx`,
        extensions: textsFormats,
      });
      if (path === null) return null;
      await writeWhole(path, await toTextsFile(lines, languageId, textsFormatOf(path)));
      return { path, lines: lines.length };
    },
    async readTexts({ workspaceId, path: again, ...language }) {
      reviewOf(workspaceId);
      const path = again ?? (await dialogs.chooseFile({ extensions: textsFormats }));
      if (path === null) return null;
      const bytes = await readWhole(path, maxFileBytes);
      const lines = await readLines(reviewOf(workspaceId), language);
      const { languageId } = language;
      const file = { path, bytes, encoding: choices.encodingOf(path) };
      return compareTexts(file, { lines, languageId }, reader);
    },
  };
}
