/** The forms of the extension "external-engines". */
import { z } from "zod";
import { externalEngineLimits as limits } from "../facts/external-engines";
import { filePath, idOf, listOf, shownText } from "./parts";

const name = z.string().trim().min(1).max(limits.name);
/** An id of the catalogue, such as "en-us". */
const languages = z.array(z.string().min(1).max(100)).min(1).max(limits.languages);

const externalVoice = z.object({
  /** Unique among the voices of the workspace. */
  name,
  gender: z.enum(["female", "male"]),
  languages,
  /** The name of the voice in the engine. */
  engineVoice: z.string().min(1).max(limits.engineVoice),
});

const externalConnection = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("command"),
    /** Absolute path of the executable. */
    file: filePath,
    /** Arguments with placeholders; see main/local-service/engine/external/command.ts. */
    args: z.array(z.string().max(limits.argument)).max(limits.args),
  }),
  z.object({
    kind: z.literal("http"),
    /** Such as "https://api.example/v1". */
    baseUrl: z.string().trim().min(1).max(limits.baseUrl),
    model: z.string().trim().min(1).max(limits.model),
  }),
]);

const externalTask = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("speech"), voices: z.array(externalVoice).min(1).max(limits.voices) }),
  z.object({ kind: z.literal("transcription"), languages }),
  z.object({ kind: z.literal("shortening"), languages }),
]);

export const externalEngineSettings = z.object({
  name,
  connection: externalConnection,
  task: externalTask,
  /** Time limit for one line, or one span of speech. */
  deadlineSeconds: z.int().min(1).max(limits.deadlineSeconds),
});
export type ExternalEngineSettings = z.infer<typeof externalEngineSettings>;

export const externalEngineEntry = z.object({
  id: idOf,
  settings: externalEngineSettings,
  /** The user has confirmed these settings on this computer. Others are not used. */
  isConfirmed: z.boolean(),
  /** Whether a key is stored. SECURITY: keys are never returned. */
  hasKey: z.boolean(),
});
export type ExternalEngineEntry = z.infer<typeof externalEngineEntry>;
/** `fingerprint` names the settings; `serve --confirm-engine FINGERPRINT` allows them. */
export const fingerprintedEngine = externalEngineEntry.extend({ fingerprint: shownText });
export const externalEngineList = z.object({ engines: listOf(externalEngineEntry, 1_000) });

/** The result of a sentence that was spoken, transcribed or shortened. */
export const externalTest = z.discriminatedUnion("isSuccess", [
  z.object({
    isSuccess: z.literal(true),
    elapsedMs: z.number(),
    /** Of a sentence that was spoken; the level in dBFS. Null for other tasks. */
    sound: z
      .object({ durationMs: z.number(), levelDb: z.number(), sampleRate: z.number() })
      .nullable(),
    /** What was transcribed, or the shortened sentence; null for speech. */
    text: shownText.nullable(),
  }),
  z.object({
    isSuccess: z.literal(false),
    /** A code of main/local-service/engine/external/problems.ts. */
    problem: shownText,
    /** In English. */
    message: shownText,
    /** Text of the engine, or "". */
    detail: shownText,
  }),
]);
export type ExternalTest = z.infer<typeof externalTest>;
