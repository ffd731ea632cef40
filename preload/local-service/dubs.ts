/** The forms of the extension "dubs". */
import { z } from "zod";
import { idOf, listOf, shownText } from "./parts";

/** The states of a dub. */
export const dubStates = [
  "idle", // not to be made before a request
  "due", // to be planned: its takes are not listed yet
  "making", // its takes are being made
  "finishing", // all takes are finished; the track and the video are made and published
  "made",
  "stopped", // by a request
  "blocked", // cannot be made; the note names what is missing
] as const;

export const dub = z.object({
  batchId: idOf,
  languageId: idOf,
  /** "other": a state that this version does not know. */
  state: z.enum([...dubStates, "other"]).catch("other"),
  /** Why it is blocked, or its first failed line; in English. "" for none. */
  note: shownText,
  priority: z.number(),
  /** Numbers of takes. */
  planned: z.number(),
  made: z.number(),
  failed: z.number(),
  outdated: z.number(),
  /** Estimated from the present speed; null if it is not known, or nothing is to be made. */
  secondsLeft: z.number().nullable(),
});
export type Dub = z.infer<typeof dub>;
export const dubsStatus = z.object({
  isPaused: z.boolean(),
  /** Speed in the last minute of work; null if it is not known. */
  takesPerSecond: z.number().nullable(),
  dubs: listOf(dub, 10_000),
});
export type DubsStatus = z.infer<typeof dubsStatus>;
/** The languages whose dubs were started or stopped. */
export const changedDubs = z.object({ languageIds: listOf(idOf, 10_000) });

/** The timecode of the first frame of a picture, which the times of a script count from. */
const scriptStart = z.object({
  /** Offset of all lines: moved by it, they count from the first frame. */
  offsetMs: z.number(),
  timecode: z.string().max(20),
  /** The picture has no timecode; it is the usual one. */
  isAssumed: z.boolean(),
});
export type ScriptStart = z.infer<typeof scriptStart>;
/** Null: the lines need not be moved. */
export const proposedStart = z.object({ proposed: scriptStart.nullable() });

/** Where the first texts of a language come from. */
export const firstTextSources = ["source", "translation"] as const;
export type FirstTextSource = (typeof firstTextSources)[number];

/** Takes of a page. */
export const takesPerPage = 1_000;
const take = z.object({
  id: z.number(),
  /** Number of the line, from 1. */
  number: z.number(),
  /** 0 for the take, from 1 for the alternative takes. */
  variant: z.number(),
  /** "other": a state that this version does not know. */
  state: z.enum(["queued", "made", "failed", "outdated", "other"]).catch("other"),
  /** Why it failed, or ""; in English. */
  problem: shownText,
  voice: shownText,
  measures: z
    .object({
      durationMs: z.number(),
      speed: z.number(),
      loudness: z.number().nullable(),
      peak: z.number().nullable(),
      pitch: z.number().nullable(),
    })
    .nullable(),
  checks: listOf(shownText, 1_000),
});
export type Take = z.infer<typeof take>;
export const takesPage = z.object({ takes: listOf(take, takesPerPage) });
