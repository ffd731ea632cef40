/** What reading a script assumed, left out or found odd, for the terminal. */
import path from "node:path";
import { parseKinds } from "../../preload/facts/line-kinds";
import { bySeverity } from "../../preload/facts/script-problems";
import type { Programs } from "../common/processes/programs";
import { problemSentence } from "../local-service/ingest/problems";
import { maxScriptBytes } from "../local-service/sources/sources";
import { readBounded } from "../common/files";
import { createScriptReader } from "../script-formats/process/reader";
import { decodeBytes } from "../script-formats/files/encodings";
import type { DubArguments } from "./dub-arguments";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";

/**
 * The content of a script, in UTF-8 if its encoding is given. Rejects with "invalid-input" for a
 * script that is too large.
 */
export async function scriptBytes({
  script,
  encoding,
}: Pick<DubArguments, "script" | "encoding">): Promise<Uint8Array> {
  const { bytes } = await readBounded(script, maxScriptBytes);
  if (bytes === null)
    throw invalid(`SCRIPT: ${script} is larger than ${maxScriptBytes / 1024 ** 2} MB`);
  return encoding === null ? bytes : Buffer.from(decodeBytes(bytes, encoding));
}

/**
 * Writes a line and an event for each note and warning. Errors end the command later, with the
 * message of the batch. Rejects with "invalid-input" if there are warnings and the command is
 * strict.
 */
export async function reportScript(
  options: DubArguments,
  output: Output,
  programs: Programs,
): Promise<void> {
  const reader = createScriptReader({ launch: (limits) => programs.launch("reader", limits) });
  try {
    const { script, scriptLanguage, speakerSeparator, lineKinds, isStrict } = options;
    const { problems } = await reader.readScript(
      await scriptBytes(options),
      path.basename(script),
      {
        purpose: "audio-production",
        kinds: parseKinds(lineKinds) ?? {},
        ...(scriptLanguage === null ? {} : { languageCode: scriptLanguage }),
        ...(speakerSeparator === null ? {} : { speakerSeparator }),
      },
    );
    const shown = problems.filter(({ severity }) => severity !== "error").toSorted(bySeverity);
    for (const problem of shown) {
      output.event({ event: "script", ...problem });
      output.line(`${problem.severity}: ${problemSentence(problem)}`);
      await output.ready();
    }
    const warnings = shown.filter(({ severity }) => severity === "warning").length;
    if (isStrict && warnings > 0) throw invalid(`SCRIPT: ${script} has ${warnings} warnings`);
  } finally {
    await reader.close();
  }
}
