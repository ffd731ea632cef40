import { scriptTypeOf } from "../../../../preload/facts/script-formats";
import { folderName } from "../../../domain/media-files";

/** Whether the format of a script does not name its language. */
export const needsLanguage = (path: string): boolean => scriptTypeOf(path)?.namesLanguage === false;

const withoutExtension = (name: string) => name.replace(/\.[^.]+$/, "");

/**
 * A name for a batch from its files, and the language that ends the name of its script, as in
 * "harbour.fr.srt": one of `languageIds`, or "" if none or several fit.
 */
export function suggestFromNames(
  scriptFile: string,
  videoFile: string,
  languageIds: readonly string[],
): { name: string; languageId: string } {
  const script = withoutExtension(folderName(scriptFile));
  const ending = /[._ -]([a-z]{2,3}(?:[-_][a-z0-9]{2,4})?)$/i.exec(script)?.[1] ?? "";
  const tag = ending.toLowerCase().replace("_", "-");
  const found = languageIds.filter((id) => id === tag || id.split("-")[0] === tag);
  const languageId = found.length === 1 ? (found[0] ?? "") : "";
  const ofScript = languageId === "" ? script : script.slice(0, -ending.length - 1);
  return {
    name: videoFile === "" ? ofScript : withoutExtension(folderName(videoFile)),
    languageId,
  };
}
