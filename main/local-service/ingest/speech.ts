/** Analyses the speech of a batch's video: spans, texts, speakers. */
import type { Engine } from "../engine/engine";
import { openVideo, soundOf, type VideoDeps } from "../dubbing/video";
import type { OutsideContext } from "../common/outside-work";
import type { EngineWait, SpeechSpan } from "../engine/ports";
import { waitNote } from "../engine/wait-note";
import type { BatchSettings } from "../rows/batches/batch-port";
import type { SpanText } from "../rows/batches/ingestion-port";
import { runInChunks, Interrupted, type IngestDeps, type Subject } from "./task";

/** Deps of an analysis, with an engine. */
export type AnalysisDeps = Pick<IngestDeps, "store"> & VideoDeps & { engine: Engine };

/** Spans that are transcribed before the result is stored. */
const spansPerStep = 8;

/** With an engine that is installed, or null. */
export const analysisDeps = (deps: IngestDeps): AnalysisDeps | null =>
  deps.engine && {
    store: deps.store,
    objects: deps.objects,
    sources: deps.sources,
    outside: deps.outside,
    engine: deps.engine,
  };

/**
 * The sound of the video, 16 kHz and mono.
 * @throws BlockedError if the video cannot be read here, or has no sound.
 */
export async function speechFile(
  deps: AnalysisDeps,
  { batch, source }: Subject,
  signal: AbortSignal,
): Promise<string> {
  const options = { signal };
  const video = await openVideo(deps, { ...source, batchId: batch.id }, options);
  const sound = { sampleRate: 16_000, channels: 1 } as const;
  return soundOf(deps, { batchId: batch.id }, video, sound, options);
}

/**
 * Transcribes spans of speech, and stores each step: an interrupted transcription continues after
 * the last one. `given`: the spans, or null for those of voice activity. Returns the spans with
 * words. `isWithoutModel`: those of voice activity were found without its model.
 * @throws EngineError, BlockedError, Interrupted.
 */
export async function transcribeSpans(
  deps: AnalysisDeps,
  subject: Subject,
  { file, given, languageId }: Request,
  { signal, setNote }: Pick<OutsideContext, "signal" | "setNote">,
): Promise<{ spans: (SpeechSpan & { text: string })[]; isWithoutModel: boolean }> {
  const { store, engine } = deps;
  const { id } = subject.batch;
  const { lease } = subject;
  const { transcriber } = engine;
  if (!transcriber) throw new Error("the engine does not transcribe");
  let isWithoutModel = false;
  const onWithoutModel = () => (isWithoutModel = true);
  if ((await store.listSpans(id)).length === 0) {
    const found = given ?? (await engine.analyser.findSpeech(file, { signal, onWithoutModel }));
    const isAdded = await store.addSpans(
      lease,
      id,
      found.map((span) => ({ ...span, text: null })),
    );
    if (!isAdded) throw new Interrupted();
  }
  const onWait = (wait: EngineWait | null) =>
    setNote(() => (wait === null ? "" : waitNote(wait, Date.now())));
  await runInChunks(async () => {
    const step = (await store.listSpans(id)).filter(({ text }) => text === null);
    const next = step.slice(0, spansPerStep);
    if (next.length === 0) return false;
    const options = { signal, onWait };
    const texts = await transcriber.transcribe(file, next, languageId, options);
    const isReplaced = await store.replaceSpans(lease, id, next, withoutGaps(next, texts));
    if (!isReplaced) throw new Interrupted();
    return step.length > next.length;
  }, signal);
  const all = await store.listSpans(id);
  const spans = all.flatMap(({ startMs, endMs, text }) =>
    text === null || text.trim() === "" ? [] : [{ startMs, endMs, text: text.trim() }],
  );
  return { spans, isWithoutModel };
}

interface Request {
  /** WAV, 16 kHz and mono. */
  file: string;
  given: readonly SpeechSpan[] | null;
  languageId: string;
}

/** The texts, and an empty one for each span in which no text begins. */
const withoutGaps = (
  spans: readonly SpanText[],
  texts: readonly (SpeechSpan & { text: string })[],
): SpanText[] => {
  const empty = spans.filter(
    (span) => !texts.some((one) => one.startMs >= span.startMs && one.startMs < span.endMs),
  );
  return [...texts, ...empty.map((span) => ({ ...span, text: "" }))];
};

/**
 * The speaker of each span, "Speaker 1" being the first one; null for a span that is not within the
 * sound. Their number is estimated unless the settings have it (interface §2.3).
 */
export async function nameSpeakers(
  analyser: Engine["analyser"],
  { file, spans }: { file: string; spans: readonly SpeechSpan[] },
  settings: BatchSettings,
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const speakers = await analyser.findSpeakers(file, spans, speakerCount(settings), { signal });
  return spans.map((_span, index) => {
    const speaker = speakers[index] ?? null;
    return speaker === null ? null : `Speaker ${speaker + 1}`;
  });
}

function speakerCount({ automaticSpeakerDetection, noOfSpeakers }: BatchSettings): number | null {
  if (automaticSpeakerDetection !== false) return null;
  return typeof noOfSpeakers === "number" ? noOfSpeakers : 1;
}
