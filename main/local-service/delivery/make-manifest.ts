/** The manifest of an export, of its rows. */
import { isComplete } from "./missing";
import { toManifest, type DeliveredFile } from "./formats/manifest";
import type { MakeInput } from "./make-sound";
import type { SnapshotDeps } from "./snapshot";
import { chosenTake, type Timeline, type TimelineLine } from "./timeline";

type DeliveryDeps = Pick<SnapshotDeps, "store">;

/** The files that are made, except the list of checksums. */
export async function deliveredFiles(
  { store }: DeliveryDeps,
  { row }: MakeInput,
): Promise<DeliveredFile[]> {
  return (await store.listExportFiles(row.id)).flatMap(({ path, bytes, sha256, state }) =>
    state === "made" && sha256 !== null && path !== "SHA256SUMS"
      ? [{ path, bytes: bytes ?? 0, sha256 }]
      : [],
  );
}

export async function manifestOf(deps: DeliveryDeps, input: MakeInput): Promise<string> {
  const { row, snapshot, missing } = input;
  const { request, version } = row;
  const [first] = snapshot.languages;
  const originalNames = Object.fromEntries(
    snapshot.languages.flatMap(({ timeline, folder }) =>
      timeline.lines.flatMap((line) =>
        line.takes.map(({ file }) => [`${folder}/${file}`, originalOf(line)]),
      ),
    ),
  ) as Record<string, string>;
  const files = await deps.store.listExportFiles(row.id);
  const isOther = ({ path }: { path: string }) => path !== "manifest.json";
  return toManifest(
    {
      project: first?.timeline.project ?? "",
      batch: first?.timeline.batch ?? "",
      ...{ version, preset: request.preset, parts: request.parts, originalNames },
      isDeliveredAnyway: !isComplete(missing),
      failures: files
        .filter((file) => file.state === "failed" && isOther(file))
        .map(({ path, problem }) => ({ path, problem })),
      findings: files
        .filter(({ finding }) => finding !== "")
        .map(({ path, finding }) => ({ path, finding })),
      languages: snapshot.languages.map(({ timeline, folder }, index) => {
        const lacking = missing[index];
        return {
          ...{ languageId: timeline.languageId, folder, lines: timeline.lines.length },
          approved: timeline.lines.filter(({ state }) => state === "approved").length,
          withoutText: lacking?.withoutText ?? [],
          withoutTake: lacking?.withoutTake ?? [],
          unapproved: lacking?.unapproved ?? [],
          errors: lacking?.errors ?? [],
          bandwidths: bandwidthsOf(timeline),
        };
      }),
    },
    (await deliveredFiles(deps, input)).filter(isOther),
  );
}

/** The name of a take as the script has it: the path of its source audio, or its line and character. */
const originalOf = ({ sourceAudio, lineId, character }: TimelineLine) =>
  sourceAudio === "" ? `${lineId} ${character}`.trim() : sourceAudio;

/** Of the voices of the chosen takes. */
function bandwidthsOf({ lines }: Timeline): Record<string, number> {
  const found = lines.flatMap((line) => {
    const { voice, bandwidth } = chosenTake(line) ?? { voice: "", bandwidth: null };
    return bandwidth === null ? [] : [[voice, bandwidth] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
