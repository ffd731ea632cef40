/** Tests the transcription of an external engine with a sentence of a voice of this computer. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ExternalEngine } from "../../common/external-grants";
import { privateFileMode } from "../../common/private-files";
import { sampleSentences } from "../catalogue/sample-sentences";
import { voiceIn } from "../catalogue/voices";
import type { Engine } from "../engine/engine";
import type { Sound } from "../engine/ports";
import { fullScale } from "../engine/sound/levels";
import { resample } from "../engine/sound/resample";
import { wavHeader } from "../engine/sound/wav";
import type { ExternalEngines } from "../engine/external/external-engines";

const sampleRate = 16_000;
/** A second of a tone, where no voice speaks the language. */
const tone = (): Sound => ({
  samples: Int16Array.from({ length: sampleRate }, (_none, at) => 5000 * Math.sin(at / 10)),
  sampleRate,
});

/** The transcript of the sentence; "" for none. Rejects with EngineError. */
export async function testTranscription(
  { speech }: Pick<Engine, "speech">,
  external: ExternalEngines,
  engine: ExternalEngine,
  signal: AbortSignal,
): Promise<string> {
  const { task } = engine.settings;
  const languageId = task.kind === "transcription" ? (task.languages[0] ?? "") : "";
  const sound = await spoken(speech, languageId, signal);
  const floats = resample(sound.samples, sound.sampleRate, sampleRate);
  const samples = Int16Array.from(floats, (value) =>
    Math.max(-fullScale, Math.min(fullScale - 1, Math.round(value * fullScale))),
  );
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-external-"));
  try {
    const file = path.join(folder, "sample.wav");
    const header = wavHeader({ channels: 1, sampleRate }, samples.length);
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    await writeFile(file, Buffer.concat([header, bytes]), { mode: privateFileMode });
    const span = { startMs: 0, endMs: Math.floor((samples.length * 1000) / sampleRate) };
    const found = await external.transcribeWith(engine.id, { file, span, languageId }, signal);
    return found.map(({ text }) => text).join(" ");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sample sentence of the language by a voice of the application, or a tone. */
async function spoken(
  speech: Engine["speech"],
  languageId: string,
  signal: AbortSignal,
): Promise<Sound> {
  for (const voice of speech.voices()) {
    const source = voice.source.engine.startsWith("external:") ? null : voiceIn(voice, languageId);
    if (!source || !speech.offers(source)) continue;
    const parts = [{ text: sampleSentences[languageId] ?? "" }];
    const request = { voice: source, parts, rate: 1, pitch: 1, range: 1 };
    return speech.synthesize(request, signal);
  }
  return tone();
}
