/** The manifest of an export, of its files. */
import { checksumsName } from "../../../preload/facts/delivery";
import { notKeptIn } from "../../../preload/facts/service-messages";
import { isComplete, missingIn } from "./missing";
import { toManifest, type DeliveredFile } from "./formats/manifest";
import type { MakeInput } from "./make-sound";
import { chosenTake, type Timeline, type TimelineLine } from "./timeline";

/** The files that are made, except the list of checksums. */
export const deliveredFiles = ({ files }: Pick<MakeInput, "files">): DeliveredFile[] =>
  [...files.values()].flatMap(({ path, bytes, sha256, state }) =>
    state === "made" && sha256 !== null && path !== checksumsName
      ? [{ path, bytes: bytes ?? 0, sha256 }]
      : [],
  );

export function manifestOf(input: MakeInput): string {
  const { row, snapshot } = input;
  const { request, version } = row;
  const [first] = snapshot.languages;
  const originalNames = Object.fromEntries(
    snapshot.languages.flatMap(({ timeline, folder }) =>
      timeline.lines.flatMap((line) =>
        line.takes.map(({ file }) => [`${folder}/${file}`, originalOf(line)]),
      ),
    ),
  ) as Record<string, string>;
  const files = [...input.files.values()];
  const languages = snapshot.languages.map(({ timeline, folder }) => ({
    timeline,
    folder,
    missing: missingIn(timeline),
  }));
  const isOther = ({ path }: { path: string }) => path !== "manifest.json";
  return toManifest(
    {
      project: first?.timeline.project ?? "",
      batch: first?.timeline.batch ?? "",
      version,
      preset: request.preset,
      parts: request.parts,
      originalNames,
      isDeliveredAnyway: !isComplete(languages.map(({ missing }) => missing)),
      failures: files
        .filter((file) => file.state === "failed" && isOther(file))
        .map(({ path, problem }) => ({ path, problem })),
      findings: files
        .filter(({ finding }) => finding !== "")
        .map(({ path, finding }) => ({ path, finding })),
      notKept: files.flatMap(({ path, measures }) =>
        measures?.notKept === undefined ? [] : [{ path, notKept: notKeptIn(measures.notKept) }],
      ),
      languages: languages.map(({ timeline, folder, missing }) => ({
        ...missing,
        languageId: timeline.languageId,
        folder,
        lines: timeline.lines.length,
        approved: timeline.lines.filter(({ state }) => state === "approved").length,
        bandwidths: bandwidthsOf(timeline),
      })),
    },
    deliveredFiles(input).filter(isOther),
  );
}

/**
 * The name of a take as the script has it: the path of its source audio, or its line and character.
 */
const originalOf = ({ sourceAudio, lineId, character }: TimelineLine) =>
  sourceAudio === "" ? `${lineId} ${character}`.trim() : sourceAudio;

/** Bandwidths of the voices of the chosen takes. */
function bandwidthsOf({ lines }: Timeline): Record<string, number> {
  const found = lines.flatMap((line) => {
    const { voice, bandwidth } = chosenTake(line) ?? { voice: "", bandwidth: null };
    return bandwidth === null ? [] : [[voice, bandwidth] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
