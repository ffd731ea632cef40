/** Scripts and a video to dub, made with the engine of this computer. */
import { rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { findBuiltInVoice } from "../../main/local-service/catalogue/lookup";
import { wavHeader } from "../../main/local-service/engine/sound/wav";
import { startEngine } from "./engine";
import type { LocalClient } from "./local-service";
import { bodyOf, type Json } from "./local-workspace";
import { ffmpeg } from "./media-files";
import { workbook } from "./script-files";

/** Lines of a dialogue, about two seconds each. */
export const english = [
  "Where were you last night?",
  "I was at the harbour until ten.",
  "Nobody saw you there.",
  "Ask the captain, he remembers everything.",
  "The captain left this morning.",
  "Then we have to follow him.",
  "There is no other ship today.",
  "Somebody must have a small boat.",
  "You always have an answer.",
  "And you always have a question.",
];
const spanish = [
  "¿Dónde estabas anoche?",
  "Estuve en el puerto hasta las diez.",
  "Nadie te vio allí.",
  "Pregunta al capitán, lo recuerda todo.",
  "El capitán se fue esta mañana.",
  "Entonces tenemos que seguirlo.",
  "Hoy no hay otro barco.",
  "Alguien tendrá una lancha.",
  "Siempre tienes una respuesta.",
  "Y tú siempre una pregunta.",
];
/** The texts of 20 lines, which all differ. */
export const spanishText = (index: number): string =>
  `${spanish[index % spanish.length] ?? ""}${index < spanish.length ? "" : " De verdad."}`;
export const characterOf = (index: number) => (index % 2 === 0 ? "ANNA" : "BOB");

/** A workbook of 20 lines of two characters in two languages. */
export const twoLanguages = (): Promise<Uint8Array> =>
  workbook([
    ["ID", "Character", "Emotion", "Intensity", "Text_EN-US", "Text_ES-ES"],
    ...[...english, ...english].map((text, index) => [
      `L${index + 1}`,
      characterOf(index),
      index % 5 === 4 ? "joy" : "",
      index % 5 === 4 ? "high" : "",
      index < english.length ? text : `${text} Really.`,
      spanishText(index),
    ]),
  ]);

function time(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60), seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `00:${parts.join(":")},${String(ms % 1000).padStart(3, "0")}`;
}

export const slotMs = 2_800;
const gapMs = 900;
export const startOf = (index: number): number => 400 + index * (slotMs + gapMs);
export const videoLines = 8;

/**
 * Spanish subtitles with the speaker before each text; without a number of lines, those of the
 * video.
 */
export const spanishSubtitles = (lines = videoLines): string =>
  Array.from({ length: lines }, (_, index) => {
    const times = `${time(startOf(index))} --> ${time(startOf(index) + slotMs)}`;
    return `${index + 1}\n${times}\n${characterOf(index)}: ${spanishText(index)}\n`;
  }).join("\n");

const sampleRate = 48_000;
export const videoSeconds = 30;

/**
 * Writes a video of 30 s: two speakers in English, alternately, over a bed of music. Needs an
 * installed ffmpeg.
 */
export async function writeSpokenVideo(file: string): Promise<void> {
  const engine = await startEngine();
  const sound = new Float64Array(videoSeconds * sampleRate);
  for (let at = 0; at < sound.length; at += 1)
    for (const hertz of [220, 277.2, 329.6])
      sound[at] = (sound[at] ?? 0) + 0.02 * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
  for (let index = 0; index < videoLines; index += 1) {
    const voice = findBuiltInVoice(index % 2 === 0 ? "Savannah" : "Kelvin")?.source;
    if (!voice) expect.fail("the voice is not in the catalogue");
    const parts = [{ text: english[index] ?? "" }];
    const request = { voice, parts, rate: 1, pitch: 1, range: 1 };
    const spoken = await engine.speech.synthesize(request, new AbortController().signal);
    const start = (startOf(index) / 1000) * sampleRate;
    const ratio = spoken.sampleRate / sampleRate;
    for (let at = 0; at < spoken.samples.length / ratio && start + at < sound.length; at += 1) {
      const sample = spoken.samples[Math.floor(at * ratio)] ?? 0;
      sound[start + at] = (sound[start + at] ?? 0) + (0.7 * sample) / 32_768;
    }
  }
  await engine.close();
  const samples = Int16Array.from(sound, (value) =>
    Math.round(Math.max(-1, Math.min(1, value)) * 32_767),
  );
  const header = wavHeader({ channels: 1, sampleRate }, samples.length);
  await writeFile(`${file}.wav`, Buffer.concat([header, Buffer.from(samples.buffer)]));
  const picture = `testsrc=size=320x180:rate=25:duration=${videoSeconds}`;
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    picture,
    "-i",
    `${file}.wav`,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-shortest",
    file,
  );
  await rm(`${file}.wav`);
}

/** Casts characters of a project by their names. */
export async function castByName(
  client: LocalClient,
  project: string,
  voices: Readonly<Record<string, string>>,
): Promise<void> {
  const at = `/projects/${project}/characters`;
  for (const { id, name } of bodyOf<{ id: string; name: string }[]>(await client.get(at))) {
    const voice = voices[name];
    if (voice !== undefined) bodyOf(await client.post(`${at}/${id}`, { voice }), 204);
  }
}

const dubDeadlineMs = 60_000;

/**
 * Waits until a batch has a status, `incomplete` if some of its lines cannot be made; fails with
 * its message. Errors of a service that starts again are ignored.
 */
export async function waitForDub(
  client: () => LocalClient,
  batch: string,
  status: "completed" | "incomplete" = "completed",
): Promise<Json> {
  const deadline = performance.now() + dubDeadlineMs;
  let state = "";
  while (performance.now() < deadline) {
    try {
      const found = bodyOf(await client().get(`/batches/${batch}`));
      if (found.status === status) return found;
      state = `${String(found.status)}: ${String(found.message)}`;
    } catch (error) {
      state = String(error);
    }
    await wait(50);
  }
  throw new Error(`the batch is not ${status}: ${state}`);
}
