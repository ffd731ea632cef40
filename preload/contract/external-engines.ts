/** External engines of a local workspace: commands on this computer, and HTTP services. */
import { z } from "zod";
import { filePath } from "./call";

const name = z.string().trim().min(1).max(100);
/** An id of the catalogue, such as "en-us". */
const languages = z.array(z.string().min(1).max(100)).min(1).max(200);

export const externalVoice = z.object({
  /** Unique among the voices of the workspace. */
  name,
  gender: z.enum(["female", "male"]),
  languages,
  /** The name of the voice in the engine. */
  engineVoice: z.string().min(1).max(500),
});

export const externalConnection = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("command"),
    /** Absolute path of the executable. */
    file: filePath,
    /** Arguments with placeholders; see main/local-service/engine/external/command.ts. */
    args: z.array(z.string().max(4000)).max(100),
  }),
  z.object({
    kind: z.literal("http"),
    /** Such as "https://api.example/v1". */
    baseUrl: z.string().trim().min(1).max(2000),
    model: z.string().trim().min(1).max(200),
  }),
]);

export const externalTask = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("speech"), voices: z.array(externalVoice).min(1).max(500) }),
  z.object({ kind: z.literal("transcription"), languages }),
]);

export const externalEngineSettings = z.object({
  name,
  connection: externalConnection,
  task: externalTask,
  /** Time limit for one line, or one span of speech. */
  deadlineSeconds: z.int().min(1).max(3600),
});
export type ExternalVoice = z.infer<typeof externalVoice>;
export type ExternalConnection = z.infer<typeof externalConnection>;
export type ExternalTask = z.infer<typeof externalTask>;
export type ExternalEngineSettings = z.infer<typeof externalEngineSettings>;
