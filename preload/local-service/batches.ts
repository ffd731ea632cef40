/** The forms of the extensions "lines", "batch-origins" and "source-previews". */
import { z } from "zod";
import { clean } from "../facts/shown-text";
import { batchSettings } from "../model/resources";
import { fields, idOf, listOf, shownText, userText } from "./parts";

/**
 * SECURITY: a URL may be signed, and its signature must not reach the renderer. A path is
 * unchanged.
 */
const audioSource = z
  .string()
  .overwrite((text) =>
    /^https?:/i.test(text.trim()) ? clean(text, 2_000) : text.slice(0, 20_000),
  );

/** A line of a batch's script. */
export const scriptLine = z.object({
  /** Number of the line, from 1, in the order of the script. */
  number: z.number(),
  lineId: userText,
  characterId: z.string(),
  character: userText,
  sourceAudio: audioSource,
  emotion: userText,
  intensity: userText,
  /** Milliseconds from the start of the video. */
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  /** Texts by language id. */
  texts: fields.pipe(z.record(z.string(), userText)),
});
export const maxScriptLines = 1_000;
/** The report on the script of a batch, or on the target script of a language. */
const scriptNotes = z.object({ languageId: idOf.nullable(), message: shownText });
export const scriptLinesPage = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  lines: listOf(scriptLine, maxScriptLines),
  /** What reading the scripts assumed or left out, also if it failed; older services have none. */
  reports: listOf(scriptNotes, 1_000).optional(),
});
export type ScriptLinesPage = z.infer<typeof scriptLinesPage>;

/** A member of the team who is assigned to a language of a batch. */
export const assignedMember = z.object({ userId: idOf, languageId: idOf });

const source = z
  .object({
    /** The file name at the end of the path or URL. */
    name: userText,
    /**
     * A media gallery path or a URL; null for a URL that is itself an access right, for example a
     * signed one.
     */
    location: userText.nullable(),
  })
  .nullable();
export type BatchSource = z.infer<typeof source>;
/** What a batch was created from. */
export const batchOrigin = z.object({
  script: source,
  video: source,
  languageCode: shownText.nullable(),
  /** Only the settings of the request, without defaults. */
  settings: batchSettings,
});

/** What the video of a batch contains. */
export const sourceFacts = z.object({
  contentType: shownText,
  bytes: z.number(),
  /** Null if the file cannot be read, with the reason. */
  durationMs: z.number().nullable(),
  problem: shownText,
  /** Frames per second; null if it varies or is unknown. */
  picture: z
    .object({
      codec: shownText,
      frameRate: z.number().nullable(),
      /** Timecode of the first frame; null for none. */
      startTimecode: shownText.nullable().default(null),
    })
    .nullable(),
  sound: z.object({ codec: shownText }).nullable(),
});

/** How much of a preview is made, from 0 to 1. */
export const previewProgress = z.object({
  progress: z.number().overwrite((share) => Math.min(1, Math.max(0, share))),
});
