/** Realistic data for screens, with every state at least once. */
import type { PlanEntry, SkipReason, Upload, Workspace } from "../../preload/model";

const gigabyte = 1_000_000_000;
const megabyte = 1_000_000;

export function hostedWorkspace(change: Partial<Workspace> = {}): Workspace {
  return {
    id: "northlight",
    name: "Northlight Studio",
    kind: "hosted",
    baseUrl: "https://api.northlight.example/v1",
    clientId: "nl-ingest-04",
    authScheme: "raw",
    dataDir: "",
    state: "online",
    problem: null,
    isSecretPersistent: true,
    extensions: [],
    capabilities: {},
    ...change,
  };
}

let nextId = 1;
export function upload(change: Partial<Upload> & Pick<Upload, "galleryPath">): Upload {
  const name = change.galleryPath.split("/").at(-1) ?? "";
  return {
    id: nextId++,
    workspaceId: "northlight",
    name,
    sourcePath: `/mnt/edit/deliveries/${change.galleryPath}`,
    size: 9 * gigabyte,
    state: "queued",
    sentBytes: 0,
    doneParts: 0,
    partCount: 0,
    problem: null,
    nextTryAt: null,
    finishedAt: null,
    restartReason: null,
    isUnverified: false,
    ...change,
  };
}

/** A queue with uploads in every state. */
export function someUploads(): Upload[] {
  nextId = 1;
  const now = Date.now();
  return [
    upload({
      galleryPath: "season-2/episode-04/S02E04_The_Long_Way_Home_v3.mov",
      size: 12.3 * gigabyte,
      state: "uploading",
      sentBytes: 5.25 * gigabyte,
      doneParts: 40,
      partCount: 96,
    }),
    upload({
      galleryPath: "season-2/episode-05/S02E05_Überfahrt_final_final.mov",
      size: 11.2 * gigabyte,
      state: "uploading",
      sentBytes: 1.1 * gigabyte,
      doneParts: 8,
      partCount: 88,
    }),
    upload({
      galleryPath: "season-2/stems/anna/anna_scene_12_take_3.wav",
      size: 48 * megabyte,
      state: "completing",
      sentBytes: 48 * megabyte,
    }),
    upload({
      galleryPath: "season-2/episode-06/S02E06_conform.mkv",
      size: 9.7 * gigabyte,
      state: "failed",
      sentBytes: 2 * gigabyte,
      problem: { code: "file-changed", message: "size was 9700000000, is 9712345678" },
    }),
    upload({
      galleryPath: "season-2/stems/bruno/bruno_pickup_lines.m4a",
      size: 6.1 * megabyte,
      state: "failed",
      problem: { code: "file-unreadable", message: "EACCES: permission denied, open" },
    }),
    upload({
      galleryPath: "season-2/episode-08/S02E08_mix_stem.wav",
      size: 1.4 * gigabyte,
      problem: { code: "service-error", message: "HTTP 503" },
      nextTryAt: now + 42_000,
    }),
    upload({
      galleryPath: "season-2/episode-07/S02E07_The_Lighthouse.mov",
      size: 10.9 * gigabyte,
    }),
    upload({
      galleryPath:
        "season-2/episode-09/S02E09_Die_außerordentlich_lange_Überschrift_der_vorletzten_Folge_mit_allen_Korrekturen_PICTURE_LOCK_2026-11-20_v17_final_FINAL.mov",
      size: 10.2 * gigabyte,
    }),
    upload({
      galleryPath: "season-2/episode-10/S02E10_conform.mov",
      size: 8.2 * gigabyte,
      state: "paused",
      sentBytes: 3.1 * gigabyte,
      doneParts: 24,
      partCount: 64,
    }),
    upload({
      galleryPath: "season-2/episode-03/S02E03_Harbour.mov",
      size: 8.8 * gigabyte,
      state: "done",
      sentBytes: 8.8 * gigabyte,
      doneParts: 70,
      partCount: 70,
      finishedAt: now - 120_000,
    }),
    upload({
      galleryPath: "season-2/episode-02/S02E02_مرحبا_بالعالم.mov",
      size: 8.1 * gigabyte,
      state: "done",
      sentBytes: 8.1 * gigabyte,
      doneParts: 64,
      partCount: 64,
      finishedAt: now - 900_000,
    }),
  ];
}

/** A queue of thousands of uploads. */
export function manyUploads(count: number): Upload[] {
  nextId = 1;
  return Array.from({ length: count }, (_, at) =>
    upload({
      galleryPath: `archive/reel-${String(Math.floor(at / 100)).padStart(4, "0")}/clip_${String(at).padStart(6, "0")}.mov`,
      size: (1 + (at % 37)) * 100 * megabyte,
      ...(at < 3
        ? { state: "uploading" as const, sentBytes: at * 30 * megabyte, partCount: 12 }
        : {}),
    }),
  );
}

function planEntry(index: number, change: Partial<PlanEntry>): PlanEntry {
  const relativePath = change.relativePath ?? `season-2/clip_${index}.mov`;
  return {
    index,
    relativePath,
    galleryPath: relativePath,
    size: 320 * megabyte,
    status: "new",
    reason: null,
    ...change,
  };
}

/** A plan with entries in each of its three lists. */
export function planFiles(): PlanEntry[] {
  const entries: PlanEntry[] = [];
  for (let at = 0; at < 37; at++)
    entries.push(
      planEntry(entries.length, {
        relativePath: `season-2/episode-${String(1 + (at % 10)).padStart(2, "0")}/take_${String(at).padStart(3, "0")}.wav`,
        size: 32.4 * megabyte,
      }),
    );
  for (let at = 1; at <= 3; at++)
    entries.push(
      planEntry(entries.length, {
        relativePath: `season-2/episode-0${at}/S02E0${at}_conform.mov`,
        size: 9.1 * gigabyte,
        status: "conflict",
      }),
    );
  const left: [string, SkipReason, number][] = [
    ["season-2/.DS_Store", "hidden", 6148],
    ["season-2/episode-01/.DS_Store", "hidden", 6148],
    ["season-2/notes/edit_notes.pdf", "type", 210_000],
    ["season-2/episode-04/placeholder.mov", "empty", 0],
    ["season-2/episode-05/locked.mov", "unreadable", 4 * gigabyte],
  ];
  for (const [relativePath, reason, size] of left)
    entries.push(
      planEntry(entries.length, {
        relativePath,
        galleryPath: "",
        size,
        status: "skipped",
        reason,
      }),
    );
  return entries;
}
