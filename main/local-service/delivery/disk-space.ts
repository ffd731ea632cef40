/**
 * The space that an export needs. Sizes that are not known before a file is made are estimated,
 * rather too large.
 */
import { stat, statfs } from "node:fs/promises";
import { withRequiredParts } from "../../../preload/facts/delivery";
import type { ExportRequest } from "../../../preload/local-service/exports";
import { bwfBytesPerSample } from "../engine/sound/delivery/bwf";
import type { ChannelCount } from "../engine/ports";
import { messageText } from "../../../preload/facts/service-messages";
import { HttpError } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import { audiobookOf } from "./formats/audiobook";
import type { ExportPlan } from "./plan";
import type { PlannedFile } from "./planned-file";
import { hasBackground, mixChannelsOf, type Snapshot } from "./snapshot";
import { secondsOf, timelineRate, type Timeline } from "./timeline";

/** Bytes that are free on a disk. */
export interface FreeSpace {
  /** Equal for folders on one disk. */
  disk: number;
  bytes: number;
}

export async function freeSpaceOf(folder: string): Promise<FreeSpace> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
  return { disk: dev, bytes: bavail * bsize };
}

export interface NeededSpace {
  /** Bytes in the folder of the delivery. */
  delivered: number;
  /** Bytes of the largest file. */
  largest: number;
  /** Bytes of working files in the data folder. */
  work: number;
}

/** Space that stays free on each disk. */
const reserveBytes = 50_000_000;
/** Bytes of a text in the largest format: per line or take of its language, and for the rest. */
const textBytesPerTake = 1_000;
const textBytes = 20_000;
/** Assumed size of one second of a video that was not read yet: 16 Mbit/s. */
const videoBytesPerSecond = 2_000_000;

/** 192 kbit/s. */
const bookBytesPerSecond = 24_000;

type SpaceRequest = Pick<ExportRequest, "parts" | "mix">;

/** Stems of a mono mix may be stereo. */
const largest = (channels: ChannelCount): ChannelCount => (channels === 1 ? 2 : channels);

const hourOfSamples = 3_600 * timelineRate;

/**
 * The length of a timeline. Before its picture is read, it ends with the last line, whose times may
 * count from a timecode such as 10:00:00:00: whole hours before the first line do not count then.
 */
function lengthOf({ picture }: Snapshot, { length, lines }: Timeline): number {
  if (picture === null || picture.facts !== null) return length;
  const first = lines.reduce(
    (least, { start, slot }) => Math.min(least, start ?? slot?.start ?? Infinity),
    length,
  );
  return length - Math.floor(first / hourOfSamples) * hourOfSamples;
}

const soundBytes = (snapshot: Snapshot, timeline: Timeline, channels: ChannelCount) =>
  lengthOf(snapshot, timeline) * channels * bwfBytesPerSample;

/** Bytes of the original file. */
function originalBytes(snapshot: Snapshot, timeline: Timeline): number {
  const { picture } = snapshot;
  if (picture === null) return 0;
  const seconds = secondsOf(lengthOf(snapshot, timeline));
  return picture.facts?.bytes ?? Math.ceil(seconds * videoBytesPerSecond);
}

const videoBytes = (snapshot: Snapshot, timeline: Timeline, channels: ChannelCount) =>
  originalBytes(snapshot, timeline) + soundBytes(snapshot, timeline, channels);

/** Of an audiobook: its sound before and after it is encoded, and the file. */
function bookWorkBytes(timeline: Timeline): number {
  const { frames } = audiobookOf(timeline);
  return 2 * frames * bwfBytesPerSample + Math.ceil(secondsOf(frames) * bookBytesPerSecond);
}

/** Lines, or their takes if there are more. */
const countTakes = ({ lines }: Timeline) =>
  lines.reduce((sum, { takes }) => sum + Math.max(1, takes.length), 0);

/** `takes`: numbers by the folder of the language. */
function bytesOf(
  snapshot: Snapshot,
  { path, bytes, problem, content }: PlannedFile,
  { takes, channels }: { takes: ReadonlyMap<string, number>; channels: ChannelCount },
): number {
  if (problem !== "") return 0;
  if (bytes !== null) return bytes;
  switch (content.kind) {
    case "video":
      return videoBytes(snapshot, content.language.timeline, channels);
    case "stem":
    case "bed":
    case "mix":
      return soundBytes(snapshot, content.language.timeline, largest(channels));
    case "audiobook":
      return Math.ceil(secondsOf(content.book.frames) * bookBytesPerSecond) + textBytes;
    case "take":
    case "text":
    case "report":
    case "manifest":
    case "checksums": {
      const all = [...takes.values()].reduce((sum, count) => sum + count, 0);
      return textBytes + (takes.get(path.split("/")[0] ?? "") ?? all) * textBytesPerTake;
    }
  }
}

/**
 * Working files of one language at a time; the background and a downloaded video are those of
 * all.
 */
function workBytes(snapshot: Snapshot, { parts, mix }: SpaceRequest): number {
  const [first] = snapshot.languages;
  const all = withRequiredParts(parts);
  const books = all.includes("audiobook")
    ? Math.max(...snapshot.languages.map(({ timeline }) => bookWorkBytes(timeline)))
    : 0;
  const hasVideo = all.includes("video");
  const hasBed = typeof snapshot.bedPath === "string" && all.includes("stems");
  if (!first || snapshot.picture === null || !(hasVideo || hasBed || all.includes("mix")))
    return books;
  const channels = largest(mixChannelsOf(snapshot, { mix }));
  const { facts } = snapshot.picture;
  const download = facts ? 0 : originalBytes(snapshot, first.timeline);
  const background = hasBackground(snapshot) ? soundBytes(snapshot, first.timeline, channels) : 0;
  const perLanguage = snapshot.languages.map(({ timeline }) => {
    // The mix of a video that is delivered without it, the video, and its sound.
    const sounds = (all.includes("mix") ? 1 : 2) * soundBytes(snapshot, timeline, channels);
    return hasVideo ? videoBytes(snapshot, timeline, channels) + sounds : 0;
  });
  return download + background + Math.max(books, ...perLanguage);
}

export function neededSpace(
  snapshot: Snapshot,
  { files }: Pick<ExportPlan, "files">,
  request: SpaceRequest,
): NeededSpace {
  const channels = mixChannelsOf(snapshot, request);
  const takes = new Map(
    snapshot.languages.map(({ folder, timeline }) => [folder, countTakes(timeline)]),
  );
  const sizes = files.map((file) => bytesOf(snapshot, file, { takes, channels }));
  return {
    delivered: sizes.reduce((sum, bytes) => sum + bytes, 0),
    largest: sizes.reduce((most, bytes) => Math.max(most, bytes), 0),
    work: workBytes(snapshot, request),
  };
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

/**
 * Checks that a disk has the needed bytes and the reserve. `field` precedes the message.
 * @throws HttpError 507
 */
function requireFree(
  code: "delivery-store-full" | "delivery-disk-space" | "delivery-work-space",
  free: number,
  files: number,
  field = "",
): void {
  const needed = files + reserveBytes;
  if (needed <= free) return;
  const values = { free: inMegabytes(free), needed: inMegabytes(needed) };
  throw new HttpError(507, field + messageText(code, values));
}

/**
 * Checks the space for an export of objects.
 * @throws HttpError 507 for a disk that is too small.
 */
export async function requireStoreSpace(
  { delivered, largest, work }: NeededSpace,
  objects: Pick<ObjectStore, "freeBytes" | "isNamedByPath">,
): Promise<void> {
  // In a bucket no file stays on this computer.
  const stored = objects.isNamedByPath ? delivered : largest;
  requireFree("delivery-store-full", await objects.freeBytes(), work + stored);
}

/**
 * Checks the space for an export to a folder.
 * @throws HttpError 507 for a disk that is too small.
 */
export async function requireSpace(
  { delivered, work }: Omit<NeededSpace, "largest">,
  folders: { target: string; dataDir: string },
  freeSpace: (folder: string) => Promise<FreeSpace>,
): Promise<void> {
  const [target, data] = await Promise.all([freeSpace(folders.target), freeSpace(folders.dataDir)]);
  const isOneDisk = target.disk === data.disk;
  const field = "folder: ";
  requireFree("delivery-disk-space", target.bytes, delivered + (isOneDisk ? work : 0), field);
  if (!isOneDisk && work > 0) requireFree("delivery-work-space", data.bytes, work, field);
}
