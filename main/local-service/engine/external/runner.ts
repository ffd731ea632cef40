/** Runs the requests of an external engine: by its command, or by its HTTP service. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { FormData } from "../../../common/http/undici";
import type { ExternalEngineSettings } from "../../../../preload/local-service/external-engines";
import { privateFileMode } from "../../../common/private-files";
import type { Sound, SpeechSpan, TranscribedSpan } from "../ports";
import { openWav } from "../sound/wav-files";
import { wavHeader } from "../sound/wav";
import { maxSoundBytes } from "../speech/limits";
import { cleanText, isSpeakable } from "../speech/text";
import { fillArguments, languageCodeOf } from "./command";
import { callUrl, type HttpClient } from "./http";
import { ExternalError } from "./problems";
import { soundOf } from "./read-sound";
import { runCommand } from "./run-command";
import { readTranscript } from "./transcript";

/** An engine that may be used now. */
export interface UsableEngine {
  settings: ExternalEngineSettings;
  /** Null if no key is stored. */
  key: string | null;
}

export interface ExternalSpeech {
  text: string;
  /** The name of the voice in the engine. */
  voice: string;
  languageId: string;
  /** Factors. */
  rate: number;
  pitch: number;
}

/** The largest transcript of a span. */
const maxTranscriptBytes = 4 * 1024 ** 2;
/** A longer span is not sent: services accept files of about 25 MB, that is 13 minutes. */
const maxSpanMs = 10 * 60_000;
/** Limits of OpenAI's parameter `speed`. */
const [minSpeed, maxSpeed] = [0.25, 4];

/** Errors name the engine. */
async function named<T>({ settings }: UsableEngine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const message = `${settings.name}: ${error.message}`;
    const { waitMs } = error;
    throw Object.assign(new ExternalError(error.problem, message, error.detail), { waitMs });
  }
}

export const speak = (
  engine: UsableEngine,
  speech: ExternalSpeech,
  http: HttpClient,
  signal: AbortSignal,
): Promise<Sound> =>
  named(engine, async () => {
    const { connection, deadlineSeconds } = engine.settings;
    const { text, voice, languageId, rate, pitch } = speech;
    const limits = { maxBytes: maxSoundBytes, deadlineMs: deadlineSeconds * 1000 };
    if (connection.kind === "command") {
      const args = fillArguments(connection.args, {
        voice,
        language: languageId,
        languageCode: languageCodeOf(languageId),
        rate: rate.toFixed(2),
        pitch: pitch.toFixed(2),
      });
      const options = { file: connection.file, args, input: `${text}\n`, ...limits };
      return soundOf(await runCommand(options, signal));
    }
    const speed = Math.max(minSpeed, Math.min(maxSpeed, Number(rate.toFixed(2))));
    const json = {
      model: connection.model,
      voice,
      input: text,
      response_format: "wav",
      // Some services do not know the parameter.
      ...(speed !== 1 && { speed }),
    };
    const url = callUrl(connection.baseUrl, "/audio/speech");
    return soundOf(await http.post({ url, key: engine.key, body: { json }, ...limits }, signal));
  });

/** The bytes of a WAV file with one span of `file`. */
function cut(file: string, { startMs, endMs }: SpeechSpan): Buffer<ArrayBuffer> {
  if (endMs - startMs > maxSpanMs)
    throw new ExternalError("too-large", "a span of speech is longer than 10 minutes");
  const wav = openWav(file);
  try {
    const frameAt = (ms: number) =>
      Math.max(0, Math.min(wav.frames, Math.round((ms * wav.sampleRate) / 1000)));
    const [from, to] = [frameAt(startMs), frameAt(endMs)];
    const samples = new Int16Array(Math.max(0, to - from) * wav.channels);
    wav.read(from, samples);
    return Buffer.concat([
      wavHeader(wav, samples.length / wav.channels),
      Buffer.from(samples.buffer),
    ]);
  } finally {
    wav.close();
  }
}

/** Transcribes one span of a WAV file of 16 kHz, mono. */
export const transcribeSpan = (
  engine: UsableEngine,
  { file, span, languageId }: { file: string; span: SpeechSpan; languageId: string },
  http: HttpClient,
  signal: AbortSignal,
): Promise<TranscribedSpan[]> =>
  named(engine, async () => {
    const { connection, deadlineSeconds } = engine.settings;
    const sound = cut(file, span);
    const limits = { maxBytes: maxTranscriptBytes, deadlineMs: deadlineSeconds * 1000 };
    const languageCode = languageCodeOf(languageId);
    if (connection.kind === "http") {
      const body = new FormData();
      body.set("model", connection.model);
      body.set("language", languageCode);
      body.set("response_format", "verbose_json");
      body.set("file", new Blob([sound], { type: "audio/wav" }), "speech.wav");
      const url = callUrl(connection.baseUrl, "/audio/transcriptions");
      return readTranscript(
        await http.post({ url, key: engine.key, body, ...limits }, signal),
        span,
      );
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-external-"));
    try {
      const part = path.join(folder, "speech.wav");
      await writeFile(part, sound, { mode: privateFileMode });
      const values = { file: part, language: languageId, languageCode };
      const args = fillArguments(connection.args, values);
      const options = { file: connection.file, args, input: "", ...limits };
      return readTranscript(await runCommand(options, signal), span);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

/** The largest response with a text. */
const maxTextBytes = 1024 ** 2;

export interface ShorteningRequest {
  text: string;
  languageId: string;
  /** The number of characters that the result should have at most. */
  characters: number;
}

/** Shortens a text. Rejects with ExternalError if the text of the engine is not shorter. */
export const shortenText = (
  engine: UsableEngine,
  { text, languageId, characters }: ShorteningRequest,
  http: HttpClient,
  signal: AbortSignal,
): Promise<string> =>
  named(engine, async () => {
    const { connection, deadlineSeconds } = engine.settings;
    const limits = { maxBytes: maxTextBytes, deadlineMs: deadlineSeconds * 1000 };
    if (connection.kind === "command") {
      const args = fillArguments(connection.args, {
        language: languageId,
        languageCode: languageCodeOf(languageId),
        characters: String(characters),
      });
      const options = { file: connection.file, args, input: `${text}\n`, ...limits };
      return shorterOf(text, decodeText(await runCommand(options, signal)));
    }
    const json = {
      model: connection.model,
      messages: [
        { role: "system", content: instructionOf(languageId, characters) },
        { role: "user", content: text },
      ],
    };
    const url = callUrl(connection.baseUrl, "/chat/completions");
    const request = { url, key: engine.key, body: { json }, ...limits };
    return shorterOf(text, readCompletion(await http.post(request, signal)));
  });

const instructionOf = (languageId: string, characters: number) =>
  `You shorten lines of dialogue for dubbing. Keep the language (${languageId}), the meaning and the tone. ` +
  `Answer with the shortened line only, in at most ${characters} characters.`;

/**
 * The text of an engine in one line.
 * @throws ExternalError if it is not shorter than the given one.
 */
function shorterOf(given: string, returned: string): string {
  const text = cleanText(returned).replace(/\s+/g, " ").trim();
  if (!isSpeakable(text)) throw new ExternalError("unexpected", "the engine returned no text");
  if (text.length >= given.trim().length)
    throw new ExternalError("unexpected", "the engine returned no shorter text");
  return text;
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ExternalError("unexpected", "the engine did not return text in UTF-8");
  }
}

/** The first choice of a chat completion as of OpenAI. */
function readCompletion(bytes: Buffer): string {
  const parsed = completion.safeParse(parseJson(bytes));
  if (!parsed.success) throw new ExternalError("unexpected", "the engine did not return a text");
  return parsed.data.choices[0].message.content;
}

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
