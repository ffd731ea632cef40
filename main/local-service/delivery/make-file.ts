/** Makes single files of an export. Each may be made again at any time, with the same bytes. */
import { createHash } from "node:crypto";
import type { BwfNotes } from "../engine/ports";
import type { FileHasher } from "../../common/file-hasher";
import { deliveryPresets, maxLimitingDb } from "../../../preload/facts/delivery";
import { openVideo } from "../dubbing/video";
import { workName } from "../objects/cleanup";
import type { ExportFile, ExportRow } from "../rows/exports/export-port";
import { toChecksums, toManifest, type DeliveredFile } from "./formats/manifest";
import { prepareFile, writeWhole } from "./output-folder";
import { mixNotes, mixPath, type ExportPlan, type FileContent } from "./plan";
import type { Snapshot, SnapshotDeps, SnapshotLanguage } from "./snapshot";
import { chosenTake, millisecondsOf, type Timeline, type TimelineTake } from "./timeline";

export type DeliveryDeps = SnapshotDeps;

export interface MakeInput {
  row: ExportRow;
  snapshot: Snapshot;
  plan: ExportPlan;
  /** Those that are made. */
  files: () => Promise<ExportFile[]>;
  hasher: FileHasher;
  signal: AbortSignal;
}

type Made = Pick<DeliveredFile, "bytes" | "sha256">;

/** Gains of the original sound in dB, if it stays: during the takes, and otherwise. */
const duckedDb = -18;
const otherwiseDb = 0;

/** The working folder of an export in the store. */
export const exportWork = (exportId: string): string => `${workName}/export-${exportId}`;

/** @throws EngineError, BlockedError, the error of the operating system, or the reason of the signal. */
export async function makeFile(
  deps: DeliveryDeps,
  input: MakeInput,
  { path, content }: { path: string; content: FileContent },
): Promise<Made> {
  const { row, signal } = input;
  const file = await prepareFile(row.folder, path);
  switch (content.kind) {
    case "text": {
      const text = await content.write();
      return writeText(file, typeof text === "string" ? Buffer.from(text) : text);
    }
    case "take": {
      const { language, take, notes } = content;
      const { loudness, truePeak } = take;
      const source = fileOfTake(deps, language, take);
      const levels = { loudness, truePeak };
      return deps.engine.deliveries.widen({ source, file, notes, levels }, { signal });
    }
    case "stem": {
      const { language, character, notes } = content;
      const takes = placedTakes(deps, language, character);
      const frames = language.timeline.length;
      return deps.engine.deliveries.writeStem({ takes, frames, file, notes }, { signal });
    }
    case "mix":
      return master(deps, input, content.language, content.notes, file);
    case "video":
      return makeVideo(deps, input, content.language, file);
    case "manifest":
      return writeText(file, Buffer.from(await manifestOf(input)));
    case "checksums":
      return writeText(file, Buffer.from(toChecksums(await deliveredFiles(input))));
  }
}

async function writeText(file: string, content: Uint8Array): Promise<Made> {
  await writeWhole(file, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { bytes: content.length, sha256 };
}

function fileOfTake(
  { objects }: DeliveryDeps,
  { locations }: SnapshotLanguage,
  { file }: TimelineTake,
): string {
  const location = locations[file];
  if (location === undefined) throw new Error("a take has no file");
  return objects.fileAt(location);
}

function placedTakes(deps: DeliveryDeps, language: SnapshotLanguage, character: string | null) {
  return language.timeline.lines.flatMap((line) => {
    const take = chosenTake(line);
    if (line.start === null || !take || (character !== null && line.character !== character))
      return [];
    return [{ file: fileOfTake(deps, language, take), start: line.start }];
  });
}

/** The mix of a language with the loudness of the preset. */
async function master(
  deps: DeliveryDeps,
  input: MakeInput,
  language: SnapshotLanguage,
  notes: BwfNotes,
  file: string,
) {
  const { row, signal } = input;
  const { engine, objects } = deps;
  const original = await originalOf(deps, input, language);
  const mixed = `${exportWork(row.id)}/mix.wav`;
  const source = await objects.prepareFile(mixed);
  const takes = placedTakes(deps, language, null).map((take) => ({
    file: take.file,
    startMs: millisecondsOf(take.start),
  }));
  const durationMs = (language.timeline.length * 1_000) / 48_000;
  await engine.mixer.mix(
    { takes, original, duckedDb, otherwiseDb, durationMs, file: source },
    { signal, onProgress: () => undefined },
  );
  const { source: _source, ...target } = deliveryPresets[row.request.preset];
  const made = await engine.deliveries.master(
    { source, target: { ...target, maxLimitingDb }, file, notes },
    { signal },
  );
  await objects.remove([mixed]);
  return made;
}

/** The original sound as a working file, or null if it does not stay. */
async function originalOf(
  deps: DeliveryDeps,
  { row, snapshot, signal }: MakeInput,
  { timeline }: SnapshotLanguage,
): Promise<string | null> {
  if (!snapshot.keepsOriginal) return null;
  const location = `${exportWork(row.id)}/original.wav`;
  const file = await deps.objects.prepareFile(location);
  if ((await deps.objects.sizeAt(location)) !== null) return file;
  const video = await openVideo(deps, subjectOf(row, snapshot, timeline.languageId), { signal });
  const channels = snapshot.mixChannels ?? 2;
  await deps.engine.media.extract(video.file, file, { sampleRate: 48_000, channels }, { signal });
  return file;
}

const subjectOf = (row: ExportRow, { videoPath }: Snapshot, languageId: string) => ({
  ...{ batchId: row.batchId, videoPath, languageId },
});

/** The picture with the mix. */
async function makeVideo(
  deps: DeliveryDeps,
  input: MakeInput,
  language: SnapshotLanguage,
  file: string,
): Promise<Made> {
  const { row, snapshot, signal } = input;
  const { objects, engine } = deps;
  const video = await openVideo(deps, subjectOf(row, snapshot, language.timeline.languageId), {
    signal,
  });
  const delivered = `${language.folder}/${mixPath(language, snapshot.mixChannels ?? 2)}`;
  const isDelivered = (await input.files()).some(
    ({ path, state }) => path === delivered && state === "made",
  );
  const work = `${exportWork(row.id)}/master.wav`;
  const sound = isDelivered
    ? await prepareFile(row.folder, delivered)
    : await objects.prepareFile(work);
  if (!isDelivered) await master(deps, input, language, mixNotes(language), sound);
  const { languageId } = language.timeline;
  await engine.media.mux({ video: video.file, sound, languageId, file }, { signal });
  await objects.remove([work]);
  const { size, sha256 } = await input.hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
  return { bytes: size, sha256 };
}

/** The files that are made, except those that list them. */
async function deliveredFiles({ files }: MakeInput): Promise<DeliveredFile[]> {
  return (await files()).flatMap(({ path, bytes, sha256, state }) =>
    state === "made" && sha256 !== null && path !== "SHA256SUMS"
      ? [{ path, bytes: bytes ?? 0, sha256 }]
      : [],
  );
}

async function manifestOf(input: MakeInput): Promise<string> {
  const { row, snapshot, plan } = input;
  const { request, version } = row;
  const [first] = snapshot.languages;
  const originalNames = Object.fromEntries(
    snapshot.languages.flatMap(({ timeline, folder }) =>
      timeline.lines.flatMap((line) =>
        line.takes.map(({ file }) => [`${folder}/${file}`, `${line.lineId} ${line.character}`]),
      ),
    ),
  ) as Record<string, string>;
  const delivered = (await deliveredFiles(input)).filter(({ path }) => path !== "manifest.json");
  return toManifest(
    {
      project: first?.timeline.project ?? "",
      batch: first?.timeline.batch ?? "",
      ...{ version, preset: request.preset, parts: request.parts, originalNames },
      isDeliveredAnyway: request.includeUnapproved,
      languages: snapshot.languages.map(({ timeline, folder }, index) => {
        const missing = plan.missing[index];
        return {
          ...{ languageId: timeline.languageId, folder, lines: timeline.lines.length },
          approved: timeline.lines.filter(({ state }) => state === "approved").length,
          withoutText: missing?.withoutText ?? [],
          withoutTake: missing?.withoutTake ?? [],
          unapproved: missing?.unapproved ?? [],
          errors: missing?.errors ?? [],
          bandwidths: bandwidthsOf(timeline),
        };
      }),
    },
    delivered,
  );
}

/** Of the voices of the chosen takes. */
function bandwidthsOf({ lines }: Timeline): Record<string, number> {
  const found = lines.flatMap((line) => {
    const { voice, bandwidth } = chosenTake(line) ?? { voice: "", bandwidth: null };
    return bandwidth === null ? [] : [[voice, bandwidth] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
