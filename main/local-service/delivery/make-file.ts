/** Makes single files of an export. Each may be made again at any time, with the same bytes. */
import { createHash } from "node:crypto";
import type { BwfNotes } from "../engine/ports";
import type { FileHasher } from "../../common/file-hasher";
import { deliveryPresets, maxLimitingDb } from "../../../preload/facts/delivery";
import { BlockedError } from "../dubbing/deps";
import { workName } from "../objects/cleanup";
import type { ExportRow } from "../rows/exports/export-port";
import { toChecksums, toManifest, type DeliveredFile } from "./formats/manifest";
import type { Missing } from "./missing";
import { copyWhole, prepareFile, writeWhole } from "./output-folder";
import { withVideo } from "./picture";
import { mixPath } from "./plan-parts";
import type { PlannedFile } from "./planned-file";
import {
  hasOriginal,
  mixChannelsOf,
  type Snapshot,
  type SnapshotDeps,
  type SnapshotLanguage,
} from "./snapshot";
import { chosenTake, millisecondsOf, type Timeline, type TimelineTake } from "./timeline";

export type DeliveryDeps = SnapshotDeps;

export interface MakeInput {
  row: ExportRow;
  snapshot: Snapshot;
  missing: readonly Missing[];
  hasher: FileHasher;
  signal: AbortSignal;
}

type Made = Pick<DeliveredFile, "bytes" | "sha256">;

/** Gains of the original sound in dB, if it stays: during the takes, and otherwise. */
const duckedDb = -18;
const otherwiseDb = 0;

/** The working folder of an export in the store. */
export const exportWork = (exportId: string): string => `${workName}/export-${exportId}`;
/** The names of the files in it. */
export const workFiles = ["mix.wav", "original.wav", "master.wav", "video"] as const;

/** @throws EngineError, BlockedError, the error of the operating system, or the reason of the signal. */
export async function makeFile(
  deps: DeliveryDeps,
  input: MakeInput,
  { path, content }: Pick<PlannedFile, "path" | "content">,
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
      return makeVideo(deps, input, content, file);
    case "manifest":
      return writeText(file, Buffer.from(await manifestOf(deps, input)));
    case "checksums":
      return writeText(file, Buffer.from(toChecksums(await deliveredFiles(deps, input))));
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
  const original = await originalOf(deps, input);
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
): Promise<string | null> {
  const { objects, engine } = deps;
  const { batchId, picture } = snapshot;
  if (!picture || !hasOriginal(snapshot)) return null;
  const location = `${exportWork(row.id)}/original.wav`;
  const file = await objects.prepareFile(location);
  if ((await objects.sizeAt(location)) !== null) return file;
  const sound = { sampleRate: 48_000, channels: mixChannelsOf(snapshot) } as const;
  await withVideo(deps, { batchId, picture }, signal, (video) =>
    engine.media.extract(video.file, file, sound, { signal }),
  );
  return file;
}

/** The picture with the mix: that of the delivery if it is a part of it. */
async function makeVideo(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, notes }: { language: SnapshotLanguage; notes: BwfNotes },
  file: string,
): Promise<Made> {
  const { row, snapshot, signal } = input;
  const { objects, engine, store } = deps;
  const { batchId, picture } = snapshot;
  if (!picture) throw new Error("there is no picture");
  const mix = `${language.folder}/${mixPath(snapshot, language)}`;
  const known = (await store.listExportFiles(row.id)).find(({ path }) => path === mix);
  if (known?.state === "failed") throw new BlockedError(`its mix failed: ${known.problem}`);
  const masterWork = `${exportWork(row.id)}/master.wav`;
  const sound = known ? await prepareFile(row.folder, mix) : await objects.prepareFile(masterWork);
  if (!known) await master(deps, input, language, notes, sound);
  const work = `${exportWork(row.id)}/video`;
  const made = await objects.prepareFile(work);
  const { languageId } = language.timeline;
  await withVideo(deps, { batchId, picture }, signal, (video) =>
    engine.media.mux({ video: video.file, sound, languageId, file: made }, { signal }),
  );
  await copyWhole(made, file, signal);
  await objects.remove([work, masterWork]);
  const { size, sha256 } = await input.hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
  return { bytes: size, sha256 };
}

/** The files that are made, except the list of checksums. */
async function deliveredFiles(
  { store }: DeliveryDeps,
  { row }: MakeInput,
): Promise<DeliveredFile[]> {
  return (await store.listExportFiles(row.id)).flatMap(({ path, bytes, sha256, state }) =>
    state === "made" && sha256 !== null && path !== "SHA256SUMS"
      ? [{ path, bytes: bytes ?? 0, sha256 }]
      : [],
  );
}

async function manifestOf(deps: DeliveryDeps, input: MakeInput): Promise<string> {
  const { row, snapshot, missing } = input;
  const { request, version } = row;
  const [first] = snapshot.languages;
  const originalNames = Object.fromEntries(
    snapshot.languages.flatMap(({ timeline, folder }) =>
      timeline.lines.flatMap((line) =>
        line.takes.map(({ file }) => [`${folder}/${file}`, `${line.lineId} ${line.character}`]),
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
      isDeliveredAnyway: request.includeUnapproved,
      failures: files
        .filter((file) => file.state === "failed" && isOther(file))
        .map(({ path, problem }) => ({ path, problem })),
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

/** Of the voices of the chosen takes. */
function bandwidthsOf({ lines }: Timeline): Record<string, number> {
  const found = lines.flatMap((line) => {
    const { voice, bandwidth } = chosenTake(line) ?? { voice: "", bandwidth: null };
    return bandwidth === null ? [] : [[voice, bandwidth] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
