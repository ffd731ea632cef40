/** External engines of a local workspace: commands on this computer, and HTTP services. */
import { z } from "zod";
import { externalEngineLimits as limits } from "../facts/external-engines";
import { call, filePath, id, inWorkspace, nothing } from "./call";

const name = z.string().trim().min(1).max(limits.name);
/** An id of the catalogue, such as "en-us". */
const languages = z.array(z.string().min(1).max(100)).min(1).max(limits.languages);

export const externalVoice = z.object({
  /** Unique among the voices of the workspace. */
  name,
  gender: z.enum(["female", "male"]),
  languages,
  /** The name of the voice in the engine. */
  engineVoice: z.string().min(1).max(limits.engineVoice),
});

export const externalConnection = z.discriminatedUnion("kind", [
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

export const externalTask = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("speech"), voices: z.array(externalVoice).min(1).max(limits.voices) }),
  z.object({ kind: z.literal("transcription"), languages }),
]);

export const externalEngineSettings = z.object({
  name,
  connection: externalConnection,
  task: externalTask,
  /** Time limit for one line, or one span of speech. */
  deadlineSeconds: z.int().min(1).max(limits.deadlineSeconds),
});
export type ExternalVoice = z.infer<typeof externalVoice>;
export type ExternalConnection = z.infer<typeof externalConnection>;
export type ExternalTask = z.infer<typeof externalTask>;
export type ExternalEngineSettings = z.infer<typeof externalEngineSettings>;

export const externalEngineEntry = z.object({
  id: z.string(),
  settings: externalEngineSettings,
  /** The user has confirmed these settings on this computer. Others are not used. */
  isConfirmed: z.boolean(),
  /** Whether a key is stored. SECURITY: keys are never sent to the window. */
  hasKey: z.boolean(),
});
export type ExternalEngineEntry = z.infer<typeof externalEngineEntry>;

const testResult = z.union([
  z.object({
    isSuccess: z.literal(true),
    elapsedMs: z.number(),
    /** Of a sentence that was spoken; the level in dBFS. Null for a transcription. */
    sound: z
      .object({ durationMs: z.number(), levelDb: z.number(), sampleRate: z.number() })
      .nullable(),
    /** What was transcribed, or null. */
    text: z.string().nullable(),
  }),
  z.object({
    isSuccess: z.literal(false),
    /** A code of main/local-service/engine/external/problems.ts. */
    problem: z.string(),
    /** From the service, in English. */
    message: z.string(),
    /** Text of the engine, or "". */
    detail: z.string(),
  }),
]);
export type ExternalTest = z.infer<typeof testResult>;

const inEngine = inWorkspace.extend({ engineId: id });

export const externalEngines = {
  list: call(
    inWorkspace,
    z.object({
      /** False for a workspace that cannot have any. */
      isOffered: z.boolean(),
      engines: z.array(externalEngineEntry),
      /** Whether keys survive the end of the application. */
      isKeyPersistent: z.boolean(),
    }),
  ),
  /**
   * Adds an engine, or changes one. New settings are confirmed in a native dialog. If the user cancels it, the settings
   * are stored but not used, and the key is not stored.
   */
  save: call(
    inWorkspace.extend({
      engineId: id.nullable(),
      settings: externalEngineSettings,
      /** Null: unchanged. "": removed. */
      key: z.string().max(limits.key).nullable(),
    }),
    z.object({ engineId: z.string(), isConfirmed: z.boolean() }),
  ),
  /** Confirms the stored settings, for example after a backup of another computer was restored. */
  confirm: call(inEngine, nothing),
  remove: call(inEngine, nothing),
  /** Speaks or transcribes a sentence. */
  test: call(inEngine, testResult),
  /** Null if the user cancels. */
  chooseExecutable: call(nothing, z.object({ file: z.string().nullable() })),
};
