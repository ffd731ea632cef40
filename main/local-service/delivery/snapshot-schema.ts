/**
 * The form of a stored snapshot. SECURITY: the database may come from another computer: what is not
 * of this form is not delivered, and no path of it leaves the folder of the delivery.
 */
import { z } from "zod";
import { isAppearance, type Appearance } from "../../../preload/facts/appearance";
import { checkSeverities } from "../../../preload/facts/checks";
import { lineStates } from "../../../preload/facts/review";
import { isDeliveredPath } from "../../common/delivered-path";
import type { Picture } from "./picture";
import type { Timeline, TimelineLine, TimelineTake } from "./timeline";

const deliveredPath = z.string().refine(isDeliveredPath, "is not a path of a delivery");
const whole = z.int();
const frameRate = z.object({
  numerator: z.int().positive(),
  denominator: z.int().positive(),
  isDropFrame: z.boolean(),
});

const take: z.ZodType<TimelineTake> = z.object({
  variant: whole,
  file: deliveredPath,
  length: z.number().nonnegative(),
  loudness: z.number().nullable(),
  truePeak: z.number().nullable(),
  voice: z.string(),
  bandwidth: z.number().nullable(),
  isChosen: z.boolean(),
});

const isStoredAppearance = (value: unknown) => typeof value === "string" && isAppearance(value);

const line: z.ZodType<TimelineLine> = z.object({
  number: whole,
  lineId: z.string(),
  character: z.string(),
  sourceAudio: z.string(),
  source: z.string(),
  text: z.string(),
  slot: z.object({ start: z.number(), end: z.number() }).nullable(),
  start: z.number().nonnegative().nullable(),
  appearance: z.custom<Appearance>(isStoredAppearance).optional(),
  levelDb: z.number().optional(),
  speed: z.number(),
  state: z.enum(lineStates),
  decidedBy: z.string(),
  reason: z.string(),
  takes: z.array(take),
  comments: z.array(
    z.object({
      at: z.number().nullable(),
      text: z.string(),
      by: z.string(),
      isResolved: z.boolean(),
      // Absent without a value, as in older snapshots.
      end: z.number().optional(),
      stateBy: z.string().optional(),
      stateAt: z.number().optional(),
      isReply: z.boolean().optional(),
    }),
  ),
  checks: z.array(
    z.object({
      name: z.string(),
      severity: z.enum(checkSeverities),
      detail: z.string(),
      ignoredBy: z.string().nullable(),
    }),
  ),
});

const timeline: z.ZodType<Timeline> = z.object({
  project: z.string(),
  batch: z.string(),
  languageId: z.string(),
  characters: z.array(z.string()),
  length: z.number().nonnegative(),
  frameRate,
  startFrame: whole,
  pictureStart: whole.optional(),
  isPictureDropFrame: z.boolean().optional(),
  video: deliveredPath.nullable(),
  lines: z.array(line),
});

const picture: z.ZodType<Picture> = z.object({
  path: z.string(),
  facts: z
    .object({
      length: z.number().nonnegative(),
      frameRate,
      startFrame: whole,
      extension: z.string().regex(/^[A-Za-z0-9]{1,10}$/),
      hasTimecode: z.boolean().optional(),
      channels: whole.nullable(),
      canHold: z.boolean().optional(),
      bytes: z.number(),
      version: z.string(),
    })
    .nullable(),
  problem: z.string().nullable(),
});

export const snapshotSchema = z.object({
  format: whole,
  batchId: z.string(),
  picture: picture.nullable(),
  keepsOriginal: z.boolean(),
  holdsLastFrame: z.boolean().optional(),
  bedPath: z.string().nullable().optional(),
  bedChannels: whole.nullable().optional(),
  hasMp3: z.boolean().optional(),
  startTimecode: z.string().optional(),
  soundTrack: z.int().positive().nullable().optional(),
  originalLanguageId: z.string().nullable(),
  languages: z.array(
    z.object({
      folder: deliveredPath,
      timeline,
      locations: z.record(z.string(), z.string()),
      hashes: z.record(z.string(), z.string()).optional(),
      renamed: whole.optional(),
    }),
  ),
});
