/** External engines for tests: commands of the system, and an HTTP service on loopback. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ExternalEngineSettings } from "../../preload/local-service/external-engines";
import { fingerprintOf, type ExternalEngine } from "../../main/common/external-grants";
import { wavHeader } from "../../main/local-service/engine/sound/wav";

/** A WAV file with a tone of this length at 22,050 Hz. */
export function toneFile(milliseconds = 500): Buffer {
  const samples = new Int16Array(Math.round(22.05 * milliseconds));
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.round(8000 * Math.sin((at * 2 * Math.PI * 220) / 22_050));
  const header = wavHeader({ channels: 1, sampleRate: 22_050 }, samples.length);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

const voices = [
  { name: "Vera", gender: "female", languages: ["en-us", "de-de"], engineVoice: "alloy" },
] as const;
type SpeechTask = Extract<ExternalEngineSettings["task"], { kind: "speech" }>;
const speechTask = (): SpeechTask => ({
  kind: "speech",
  voices: voices.map((voice) => ({ ...voice, languages: [...voice.languages] })),
});

/** A command with one voice, Vera. */
export const commandEngine = (
  file: string,
  args: string[],
  more: Partial<ExternalEngineSettings> = {},
): ExternalEngine => ({
  id: "command-1",
  settings: {
    name: "Test command",
    connection: { kind: "command", file, args },
    task: speechTask(),
    deadlineSeconds: 20,
    ...more,
  },
});

/** An HTTP service with one voice, Vera. */
export const httpEngine = (
  baseUrl: string,
  more: Partial<ExternalEngineSettings> = {},
): ExternalEngine => ({
  id: "http-1",
  settings: {
    name: "Test service",
    connection: { kind: "http", baseUrl, model: "tts-1" },
    task: speechTask(),
    deadlineSeconds: 20,
    ...more,
  },
});

/** The confirmation of these engines, with keys. */
export const grantsFor = (
  engines: readonly ExternalEngine[],
  keys: Record<string, string> = {},
) => ({
  confirmed: engines.map(fingerprintOf),
  keys,
});

export interface ReceivedRequest {
  path: string;
  authorization: string | undefined;
  body: Buffer;
}

export interface TestHttpEngine {
  baseUrl: string;
  origin: string;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

/** An HTTP service; `respond` is called after each request was received. */
export async function startHttpEngine(
  respond: (request: ReceivedRequest, response: http.ServerResponse) => void,
): Promise<TestHttpEngine> {
  const received: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization } = request.headers;
      const one = { path: request.url ?? "", authorization, body: Buffer.concat(chunks) };
      received.push(one);
      respond(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}/v1`,
    origin,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
