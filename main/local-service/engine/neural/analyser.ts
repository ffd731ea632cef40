/**
 * Voice activity and speakers with the models of installed packs. Without them voice activity is
 * found with the model of the program, and speakers by the analyser of the application. The
 * program may exist without its library, which some computers lack: voice activity is then found by
 * the analyser of the application too.
 */
import path from "node:path";
import type { Log } from "../../../common/log";
import type { InstalledPack, PackContents, PackList } from "../packs/pack";
import type { MediaOptions, SpeechAnalyser, SpeechOptions, SpeechSpan } from "../ports";
import type { SoundThreads } from "../sound/sound-threads";
import type { NeuralPool } from "./pool";
import { rangesOf, toMs } from "./sound-range";

export interface PackAnalyserDeps {
  packs: PackList;
  pool: NeuralPool;
  builtIn: SpeechAnalyser;
  /** Groups the embeddings of spans. Closed by the owner. */
  threads: Pick<SoundThreads, "run">;
  log: Pick<Log, "error">;
}

type PackOf<Kind> = InstalledPack & { contents: Extract<PackContents, { kind: Kind }> };

/** The pack of Silero VAD 4, which is older than the model of the program. */
const formerModel = "silero-vad";
/** Longer spans are not read to their end. */
const maxSpanMs = 20_000;

export function createPackAnalyser(deps: PackAnalyserDeps): SpeechAnalyser {
  const { packs, pool, builtIn, threads, log } = deps;
  let isFailureLogged = false;
  const packOf = <Kind extends PackContents["kind"]>(kind: Kind) =>
    packs.installed().find((pack): pack is PackOf<Kind> => pack.contents.kind === kind);

  async function findSpeech(
    file: string,
    { signal, onProgress, onWithoutModel }: SpeechOptions,
  ): Promise<SpeechSpan[]> {
    const found = packOf("voice-activity");
    const pack = found?.id === formerModel ? undefined : found;
    const model = pack ? path.join(pack.folder, pack.contents.model) : null;
    const job = { kind: "find-speech" as const, model, sound: rangesOf(file)() };
    let result: Awaited<ReturnType<NeuralPool["run"]>>;
    try {
      result = await pool.run(job, signal);
    } catch (error) {
      // A pack can be removed and installed again, the program cannot.
      if (signal.aborted || pack) throw error;
      if (!isFailureLogged)
        log.error(
          "engine: the model for voice activity failed; speech is found by its level",
          error,
        );
      isFailureLogged = true;
      onWithoutModel?.();
      return builtIn.findSpeech(file, { signal, ...(onProgress && { onProgress }) });
    }
    if (!("spans" in result)) throw new Error("the program returned no spans");
    onProgress?.(1);
    return result.spans.map(([start, end]) => ({ startMs: toMs(start), endMs: toMs(end) }));
  }

  async function findSpeakers(
    { folder, contents }: PackOf<"speakers">,
    { file, spans, count }: { file: string; spans: readonly SpeechSpan[]; count: number | null },
    { signal, onProgress }: MediaOptions,
  ): Promise<(number | null)[]> {
    const model = path.join(folder, contents.embedding);
    const rangeOf = rangesOf(file);
    const ranges = spans.map(({ startMs, endMs }) => ({
      durationMs: endMs - startMs,
      sound: rangeOf({ startMs, endMs: Math.min(endMs, startMs + maxSpanMs) }),
    }));
    const heard = ranges.filter(({ sound }) => sound.frames > 0);
    const vectors: (number[] | null)[] = [];
    for (const [index, { sound }] of heard.entries()) {
      const result = await pool.run({ kind: "embed", model, sound }, signal);
      if (!("embedding" in result)) throw new Error("the program returned no embedding");
      vectors.push(result.embedding && normalised(result.embedding));
      onProgress?.((index + 1) / heard.length);
    }
    const size = vectors.find((vector) => vector !== null)?.length ?? 1;
    // A span that is too short is like no other; it joins the nearest speaker.
    const known = vectors.map((vector) => vector ?? Array.from({ length: size }, () => 0));
    const durations = heard.map(({ durationMs }, at) => (vectors[at] === null ? 0 : durationMs));
    const request = { vectors: known, durations, count };
    const speakers = (await threads.run("group-speakers", request, { signal })).values();
    return ranges.map(({ sound }) => (sound.frames > 0 ? (speakers.next().value ?? null) : null));
  }

  return {
    findSpeech,
    findSpeakers(file, spans, count, options) {
      const pack = packOf("speakers");
      return pack
        ? findSpeakers(pack, { file, spans, count }, options)
        : builtIn.findSpeakers(file, spans, count, options);
    },
    close: () => builtIn.close(),
  };
}

/** Of length 1: the distance of two embeddings is that of their directions. */
function normalised(embedding: Float32Array): number[] {
  const length = Math.hypot(...embedding) || 1;
  return Array.from(embedding, (value) => value / length);
}
