/** The script of `dubyard dub`, and what reading it assumed, left out or found odd. */
import path from "node:path";
import { parseKinds } from "../../preload/facts/line-kinds";
import { bySeverity } from "../../preload/facts/script-problems";
import { problemSentence } from "../local-service/ingest/problems";
import { maxScriptBytes } from "../local-service/sources/sources";
import { readBounded } from "../common/files";
import type { Script } from "../script-formats/model";
import type { ScriptReader } from "../script-formats/process/reader";
import { decodeBytes } from "../script-formats/files/encodings";
import type { DubArguments } from "./dub-arguments";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";
import type { ScriptSpan } from "../local-service/rows/batches/batch-port";
import { countFrom, spanOf } from "./script-start";

/**
 * The content of a script, in UTF-8 if its encoding is given. Rejects with "invalid-input" for a
 * script that is too large.
 */
async function scriptBytes({
  script,
  encoding,
}: Pick<DubArguments, "script" | "encoding">): Promise<Uint8Array> {
  const { bytes } = await readBounded(script, maxScriptBytes);
  if (bytes === null)
    throw invalid(`SCRIPT: ${script} is larger than ${maxScriptBytes / 1024 ** 2} MB`);
  return encoding === null ? bytes : Buffer.from(decodeBytes(bytes, encoding));
}

/** A script as it is passed to the service. */
export interface PreparedScript {
  bytes: Uint8Array;
  /** Extension of the file, with the dot. */
  extension: string;
  /** It was written anew as the template: it names its languages and characters itself. */
  isTemplate: boolean;
  span: ScriptSpan | null;
}

/**
 * The lines with the columns and the start that the user named, as the template with times. Rejects
 * with "invalid-input" for a script with errors, or with a line before the start.
 */
async function asTemplate(
  { script, scriptStartMs }: DubArguments,
  read: Script,
): Promise<PreparedScript> {
  const error = read.problems.find(({ severity }) => severity === "error");
  if (error) throw invalid(`${script}: ${problemSentence(error)}`);
  const lines = countFrom(read.lines, scriptStartMs ?? 0);
  // Most scripts are not written anew.
  const { toTemplate } = await import("../script-formats/convert");
  const { bytes } = await toTemplate(lines, read.languages, { keepsTimes: true });
  return { bytes, extension: ".xlsx", isTemplate: true, span: spanOf(lines) };
}

/**
 * Reads the script, and writes a line and an event for each note and warning. Errors end the
 * command later, with the message of the batch; with `columns`, at once. Rejects with
 * "invalid-input" if there are warnings and the command is strict.
 */
export async function prepareScript(
  options: DubArguments,
  output: Output,
  reader: ScriptReader,
): Promise<PreparedScript> {
  const { script, scriptLanguage, speakerSeparator, lineKinds, columns, isStrict } = options;
  const bytes = await scriptBytes(options);
  const read = await reader.readScript(bytes, path.basename(script), {
    purpose: "audio-production",
    kinds: parseKinds(lineKinds) ?? {},
    ...(scriptLanguage === null ? {} : { languageCode: scriptLanguage }),
    ...(speakerSeparator === null ? {} : { speakerSeparator }),
    ...(columns === null ? {} : { columns }),
  });
  const shown = read.problems.filter(({ severity }) => severity !== "error").toSorted(bySeverity);
  for (const problem of shown) {
    output.event({ event: "script", ...problem });
    output.line(`${problem.severity}: ${problemSentence(problem)}`);
    await output.ready();
  }
  const warnings = shown.filter(({ severity }) => severity === "warning").length;
  if (isStrict && warnings > 0) throw invalid(`SCRIPT: ${script} has ${warnings} warnings`);
  if (columns !== null || (options.scriptStartMs ?? 0) > 0) return await asTemplate(options, read);
  const span = spanOf(read.lines);
  return { bytes, extension: path.extname(script), isTemplate: false, span };
}
