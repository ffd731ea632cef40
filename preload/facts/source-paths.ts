/**
 * The paths of sounds and pictures of a review in the window, below its origin. Main reads the
 * bytes from the service of the workspace.
 */

/** Samples of 48 kHz of each pair of peaks. */
export const peakLevels = [256, 4096] as const;
export type PeakLevel = (typeof peakLevels)[number];
/** Hertz, of the samples of peaks. */
export const peakRate = 48_000;
/** Pairs of peaks of one request. */
export const maxPeaks = 65_536;

/**
 * The content type with which stored bytes are sent.
 * SECURITY: bytes of a gallery or a service must not become a page or a script in the origin of the
 * window.
 */
export const mediaTypeOf = (contentType: string): string =>
  /^(?:audio|video)\/[\w.+-]+$/.test(contentType) ? contentType : "application/octet-stream";

interface InBatch {
  workspaceId: string;
  batchId: string;
}

/** What a path names. */
export type SourceMedia =
  | (InBatch & { kind: "source" })
  | (InBatch & { kind: "preview" })
  | (InBatch & { kind: "line"; line: number })
  | (InBatch & { kind: "peaks"; level: PeakLevel; from: number; count: number })
  | { kind: "take-peaks"; workspaceId: string; takeId: number };

const base = ({ workspaceId, batchId }: InBatch) =>
  `/source/${encodeURIComponent(workspaceId)}/${encodeURIComponent(batchId)}`;

/** The video of a batch. */
export const sourcePath = (batch: InBatch) => base(batch);
/** A copy of the video that the window can show, once it is made. */
export const sourcePreviewPath = (batch: InBatch) => `${base(batch)}/preview`;
/** The source audio of a line. */
export const lineSourcePath = (batch: InBatch, line: number) => `${base(batch)}/lines/${line}`;
/**
 * Pairs of the least and the largest sample of the video's sound, as int8. The header "peaks-total"
 * has their number.
 */
export const sourcePeaksPath = (
  batch: InBatch,
  { level, from, count }: { level: PeakLevel; from: number; count: number },
) => `${base(batch)}/peaks/${level}/${from}/${count}`;
/** All pairs of 256 samples of a take. */
export const takePeaksPath = ({ workspaceId, takeId }: { workspaceId: string; takeId: number }) =>
  `/take-peaks/${encodeURIComponent(workspaceId)}/${takeId}`;

const inBatch = /^\/source\/([^/]+)\/([^/]+)(?:\/(preview|(lines|peaks)((?:\/\d{1,12}){1,3})))?$/;
const ofTake = /^\/take-peaks\/([^/]+)\/(\d{1,15})$/;

/** Null for any other path, also if it is not encoded properly. */
export function mediaOfPath(pathname: string): SourceMedia | null {
  try {
    const take = ofTake.exec(pathname);
    if (take)
      return {
        kind: "take-peaks",
        takeId: Number(take[2]),
        workspaceId: decodeURIComponent(take[1] ?? ""),
      };
    const match = inBatch.exec(pathname);
    if (!match) return null;
    const batch = {
      workspaceId: decodeURIComponent(match[1] ?? ""),
      batchId: decodeURIComponent(match[2] ?? ""),
    };
    const numbers = (match[5] ?? "").split("/").slice(1).map(Number);
    const [first = 0, from = 0, count = 0] = numbers;
    if (match[3] === undefined) return { ...batch, kind: "source" };
    if (match[3] === "preview") return { ...batch, kind: "preview" };
    if (match[4] === "lines")
      return numbers.length === 1 ? { ...batch, kind: "line", line: first } : null;
    const level = peakLevels.find((one) => one === first);
    return level === undefined || numbers.length !== 3
      ? null
      : { ...batch, kind: "peaks", level, from, count };
  } catch {
    return null;
  }
}
