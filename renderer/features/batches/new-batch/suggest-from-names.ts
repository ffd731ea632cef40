import { languageCodes, languageOfName } from "../../../../preload/facts/file-languages";
import { scriptTypeOf } from "../../../../preload/facts/script-formats";
import { folderName } from "../../../domain/media-files";

/** Whether the format of a script does not name its language. */
export const needsLanguage = (path: string): boolean => scriptTypeOf(path)?.namesLanguage === false;

const withoutExtension = (name: string) => name.replace(/\.[^.]+$/, "");

/**
 * The language at the end of the name of a script: one of `languageIds`, or any if they are not
 * known; "" for none.
 */
function languageIn(script: string, languageIds: readonly string[]) {
  const found = languageOfName(script, languageCodes(languageIds));
  const isAny = languageIds.length === 0;
  return found && (isAny || languageIds.includes(found.id)) ? found : { id: "", rest: script };
}

/**
 * A name for a batch from its files, and the language that ends the name of its script, as in
 * "harbour.fr.srt": one of `languageIds`, or "" if none or several fit.
 */
export function suggestFromNames(
  scriptFile: string,
  videoFile: string,
  languageIds: readonly string[],
): { name: string; languageId: string } {
  const { id, rest } = languageIn(withoutExtension(folderName(scriptFile)), languageIds);
  return {
    name: videoFile === "" ? rest : withoutExtension(folderName(videoFile)),
    languageId: id,
  };
}

/**
 * The script of a batch among several files of its languages, and the scripts of its other
 * languages: the script is the one in the first of `languageIds` that a file is named after.
 */
export function arrangeScripts(
  files: readonly string[],
  languageIds: readonly string[],
): { script: string; targets: { languageId: string; scriptFile: string }[] } {
  const named = files.map((scriptFile) => {
    const { languageId } = suggestFromNames(scriptFile, "", languageIds);
    const at = languageIds.indexOf(languageId);
    return { scriptFile, languageId, rank: languageId === "" || at < 0 ? languageIds.length : at };
  });
  const [first, ...others] = named.sort((a, b) => a.rank - b.rank);
  return {
    script: first?.scriptFile ?? "",
    targets: others.map(({ scriptFile, languageId }) => ({ languageId, scriptFile })),
  };
}
