import { lineKindsOf, withLineKinds } from "./new-batch/batch-form";
import type { BatchLanguage, LanguagesRequest } from "../../../preload/contract/outbox";
import type { ScriptReport } from "../../../preload/contract/scripts";
import type { Batch } from "../../../preload/model/resources";
import { fileNameOf, urlRule, type Violation } from "../../../preload/facts/rules";
import { isSubtitles, scriptTypeOf } from "../../../preload/facts/script-formats";

/** A language to add to a batch, as entered in the form. */
export interface AddedLanguage {
  languageId: string;
  /** A URL; "" for none. */
  scriptPath: string;
  /** The path of a local file, used instead of the URL; "" for none. */
  scriptFile: string;
  speakerSeparator: string;
  /** Which kinds of text of a local script are lines, as in `formatKinds`; "" for the defaults. */
  lineKinds: string;
}

export const emptyLanguage = (languageId: string): AddedLanguage => ({
  languageId,
  scriptPath: "",
  scriptFile: "",
  speakerSeparator: "",
  lineKinds: "",
});

export const languageField = (index: number, name: "scriptPath" | "speakerSeparator") =>
  `languages[${index}].${name}`;

/** Only subtitles have a separator. */
function separatorOf({ scriptFile, scriptPath, speakerSeparator }: AddedLanguage): string {
  const type = scriptTypeOf(scriptFile || fileNameOf(scriptPath));
  return isSubtitles(type?.format) ? speakerSeparator : "";
}

/** The rule violations that can be found without the service. */
export function checkLanguages(
  added: readonly AddedLanguage[],
  reports: Readonly<Record<string, ScriptReport | undefined>>,
): Violation[] {
  const violations: Violation[] = [];
  if (added.length === 0) violations.push({ field: "languages", rule: "required" });
  added.forEach(({ languageId, scriptPath, scriptFile }, index) => {
    const field = languageField(index, "scriptPath");
    const rule = scriptFile !== "" || scriptPath.trim() === "" ? null : urlRule(scriptPath);
    if (rule) violations.push({ field, rule });
    const found = scriptFile === "" ? [] : (reports[languageId]?.languages ?? []);
    const hasText = found.some((id) => id.toLowerCase() === languageId.toLowerCase());
    if (found.length > 0 && !hasText) violations.push({ field, rule: "no-text-in-language" });
  });
  return violations;
}

/** The languages as input of the outbox. */
export function toLanguagesRequest(
  { id, name }: Pick<Batch, "id" | "name">,
  added: readonly AddedLanguage[],
): LanguagesRequest {
  const languages = added.map((one): BatchLanguage => {
    const location = one.scriptPath.trim();
    return {
      languageId: one.languageId,
      script:
        one.scriptFile !== ""
          ? withLineKinds({ kind: "file", path: one.scriptFile }, one.lineKinds)
          : location === ""
            ? { kind: "none" }
            : { kind: "location", location },
      speakerSeparator: separatorOf(one),
    };
  });
  return { batchId: id, batchName: name, languages };
}

/** The form values of an outbox entry. */
export const fromLanguagesRequest = ({ languages }: LanguagesRequest): AddedLanguage[] =>
  languages.map(({ languageId, script, speakerSeparator }) => ({
    languageId,
    scriptPath: script.kind === "location" ? script.location : "",
    scriptFile: script.kind === "file" ? script.path : "",
    speakerSeparator,
    lineKinds: lineKindsOf(script),
  }));
