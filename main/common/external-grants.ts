/**
 * What the application allows the external engines of a local workspace. SECURITY: a command is
 * code, and an HTTP service receives texts and a key, so the service of a workspace uses only
 * engines whose settings are those that the user confirmed on this computer. The application sends
 * the grants over the channel of the process, not over HTTP.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { ExternalEngineSettings } from "../../preload/local-service/external-engines";

/** An engine of a workspace. */
export interface ExternalEngine {
  /** Random; part of the names of its voices' engine. */
  id: string;
  settings: ExternalEngineSettings;
}

const externalGrants = z.object({
  /** Fingerprints of confirmed engines. */
  confirmed: z.array(z.string()),
  /** Keys of HTTP services, by the id of the engine. They exist in memory only. */
  keys: z.record(z.string(), z.string()),
});
export type ExternalGrants = z.infer<typeof externalGrants>;

export const noGrants: ExternalGrants = { confirmed: [], keys: {} };

/** Messages of the application to a service, and the response. */
export const grantsMessage = z.object({
  type: z.literal("external-grants"),
  id: z.number(),
  grants: externalGrants,
});
export type GrantsMessage = z.infer<typeof grantsMessage>;
export const grantedMessage = z.object({ type: z.literal("external-granted"), id: z.number() });

/** The argument of a service that waits for its first grants before it starts. */
export const awaitsGrants = "--awaits-grants";

/**
 * SHA-256 of the id and all settings, in hexadecimal. A change of any setting needs a new
 * confirmation, and the key of an engine is not sent to the address of another one.
 */
export function fingerprintOf({ id, settings }: ExternalEngine): string {
  const { name, connection, task, deadlineSeconds } = settings;
  const connectionFields =
    connection.kind === "command"
      ? [connection.kind, connection.file, ...connection.args]
      : [connection.kind, connection.baseUrl, connection.model];
  const taskFields =
    task.kind === "speech"
      ? [
          task.kind,
          task.voices.map((one) => [one.name, one.gender, one.engineVoice, one.languages]),
        ]
      : [task.kind, task.languages];
  const fields = [id, name, connectionFields, taskFields, deadlineSeconds];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
