/** External engines for tests and screenshots of the settings. */
import type { ExternalEngineEntry } from "../../preload/local-service/external-engines";

/** A confirmed service with a key, and a voice. */
export const service: ExternalEngineEntry = {
  id: "a",
  settings: {
    name: "Studio voices",
    connection: { kind: "http", baseUrl: "https://speech.example/v1", model: "tts-1" },
    task: {
      kind: "speech",
      voices: [{ name: "Vera", gender: "female", languages: ["en-us"], engineVoice: "alloy" }],
    },
    deadlineSeconds: 60,
  },
  isConfirmed: true,
  hasKey: true,
};
/** A command that is not confirmed, and transcribes. */
export const command: ExternalEngineEntry = {
  id: "b",
  settings: {
    name: "Whisper",
    connection: { kind: "command", file: "/usr/bin/whisper", args: ["{file}"] },
    task: { kind: "transcription", languages: ["de-de"] },
    deadlineSeconds: 60,
  },
  isConfirmed: false,
  hasKey: false,
};

/** The result of `externalEngines.list`. */
export const listOf = (...engines: ExternalEngineEntry[]) => ({
  isOffered: true,
  engines,
  isKeyPersistent: true,
});
