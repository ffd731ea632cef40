/**
 * Uploads that window tests start with, as rows of the application. The queue is paused, so that no
 * row changes; the summary of the test backend reports it as running.
 */
import type { Database } from "../../main/common/database/database";
import type { Problem, UploadState } from "../../preload/model";
import { insert } from "./seed";

const gigabyte = 1_000_000_000;
const megabyte = 1_000_000;

export interface UploadSeed {
  galleryPath: string;
  /** Bytes; 9 GB by default. */
  size?: number;
  state?: UploadState;
  sentBytes?: number;
  doneParts?: number;
  partCount?: number;
  problem?: Problem;
  nextTryAt?: number;
  finishedAt?: number;
}

/** Adds the uploads of a workspace with the ids 1, 2, 3 …, and pauses the queue. */
export function addUploads(
  application: Database,
  workspaceId: string,
  uploads: readonly UploadSeed[],
): void {
  application.transaction(() => {
    application.run("INSERT OR REPLACE INTO settings VALUES ('uploadsPaused', 'true')");
    uploads.forEach((upload, index) =>
      insert(application, "uploads", {
        id: index + 1,
        drop_id: 1,
        workspace_id: workspaceId,
        source_path: `/mnt/edit/deliveries/${upload.galleryPath}`,
        gallery_path: upload.galleryPath,
        content_type: "video/quicktime",
        size: Math.round(upload.size ?? 9 * gigabyte),
        mtime_ns: "0",
        inode: "0",
        state: upload.state ?? "queued",
        position: index,
        replaces: 0,
        part_count: upload.partCount ?? 0,
        sent_bytes: Math.round(upload.sentBytes ?? 0),
        done_parts: upload.doneParts ?? 0,
        next_try_at: upload.nextTryAt ?? null,
        error_code: upload.problem?.code ?? null,
        error_message: upload.problem?.message ?? null,
        finished_at: upload.finishedAt ?? null,
      }),
    );
  });
}

/** Restores the states of active uploads: the start of the application set them to queued. */
export function activateUploads(application: Database, uploads: readonly UploadSeed[]): void {
  uploads.forEach(({ state }, index) => {
    if (state === "uploading" || state === "completing" || state === "preparing")
      application.run("UPDATE uploads SET state = ? WHERE id = ?", state, index + 1);
  });
}

/** A queue with uploads in every state. */
export function someUploads(): UploadSeed[] {
  const now = Date.now();
  return [
    {
      galleryPath: "season-2/episode-04/S02E04_The_Long_Way_Home_v3.mov",
      size: 12.3 * gigabyte,
      state: "uploading",
      sentBytes: 5.25 * gigabyte,
      doneParts: 40,
      partCount: 96,
    },
    {
      galleryPath: "season-2/episode-05/S02E05_Überfahrt_final_final.mov",
      size: 11.2 * gigabyte,
      state: "uploading",
      sentBytes: 1.1 * gigabyte,
      doneParts: 8,
      partCount: 88,
    },
    {
      galleryPath: "season-2/stems/anna/anna_scene_12_take_3.wav",
      size: 48 * megabyte,
      state: "completing",
      sentBytes: 48 * megabyte,
    },
    {
      galleryPath: "season-2/episode-06/S02E06_conform.mkv",
      size: 9.7 * gigabyte,
      state: "failed",
      sentBytes: 2 * gigabyte,
      problem: { code: "file-truncated", message: "9700000000 bytes instead of 9712345678" },
    },
    {
      galleryPath: "season-2/stems/bruno/bruno_pickup_lines.m4a",
      size: 6.1 * megabyte,
      state: "failed",
      problem: { code: "file-denied", message: "EACCES: permission denied, open" },
    },
    {
      galleryPath: "season-2/episode-08/S02E08_mix_stem.wav",
      size: 1.4 * gigabyte,
      problem: { code: "service-error", message: "HTTP 503" },
      nextTryAt: now + 42_000,
    },
    {
      galleryPath: "season-2/episode-07/S02E07_The_Lighthouse.mov",
      size: 10.9 * gigabyte,
    },
    {
      galleryPath:
        "season-2/episode-09/S02E09_Die_außerordentlich_lange_Überschrift_der_vorletzten_Folge_mit_allen_Korrekturen_PICTURE_LOCK_2026-11-20_v17_final_FINAL.mov",
      size: 10.2 * gigabyte,
    },
    {
      galleryPath: "season-2/episode-10/S02E10_conform.mov",
      size: 8.2 * gigabyte,
      state: "paused",
      sentBytes: 3.1 * gigabyte,
      doneParts: 24,
      partCount: 64,
    },
    {
      galleryPath: "season-2/episode-03/S02E03_Harbour.mov",
      size: 8.8 * gigabyte,
      state: "done",
      sentBytes: 8.8 * gigabyte,
      doneParts: 70,
      partCount: 70,
      finishedAt: now - 120_000,
    },
    {
      galleryPath: "season-2/episode-02/S02E02_مرحبا_بالعالم.mov",
      size: 8.1 * gigabyte,
      state: "done",
      sentBytes: 8.1 * gigabyte,
      doneParts: 64,
      partCount: 64,
      finishedAt: now - 900_000,
    },
  ];
}

/** A queue of this many uploads. */
export function manyUploads(count: number): UploadSeed[] {
  return Array.from({ length: count }, (_, at) => {
    const reel = String(Math.floor(at / 100)).padStart(4, "0");
    return {
      galleryPath: `archive/reel-${reel}/clip_${String(at).padStart(6, "0")}.mov`,
      size: (1 + (at % 37)) * 100 * megabyte,
      ...(at < 3 && { state: "uploading", sentBytes: at * 30 * megabyte, partCount: 12 }),
    };
  });
}
