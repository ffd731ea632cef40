/**
 * What the application allows the external engines of a local workspace. SECURITY: a command is code, and an HTTP
 * service receives texts and a key, so the service of a workspace uses only engines whose settings are those that the
 * user confirmed on this computer. The application sends the grants over the channel of the process, not over HTTP.
 */
import { createHash } from "node:crypto";
import type { ExternalEngineSettings } from "../../preload/contract/external-engines";

export interface ExternalGrants {
  /** Fingerprints of confirmed settings, by the id of the engine. */
  confirmed: Readonly<Record<string, string>>;
  /** Keys of HTTP services, by the id of the engine. They exist in memory only. */
  keys: Readonly<Record<string, string>>;
}

export const noGrants: ExternalGrants = { confirmed: {}, keys: {} };

/** SHA-256 of all settings, in hexadecimal. A change of any setting needs a new confirmation. */
export function fingerprintOf(settings: ExternalEngineSettings): string {
  const { name, connection, task, deadlineSeconds } = settings;
  const connectionFields =
    connection.kind === "command"
      ? [connection.kind, connection.file, ...connection.args]
      : [connection.kind, connection.baseUrl, connection.model];
  const taskFields =
    task.kind === "speech"
      ? [
          task.kind,
          ...task.voices.map((voice) => [
            voice.name,
            voice.gender,
            voice.engineVoice,
            ...voice.languages,
          ]),
        ]
      : [task.kind, ...task.languages];
  const fields = [name, connectionFields, taskFields, deadlineSeconds];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
