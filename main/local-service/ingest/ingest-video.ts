/**
 * Lines of a video: transcribed instead of read from a script, and speakers for scripts without
 * characters.
 */
import { messageText } from "../../../preload/facts/service-messages";
import type { ScriptLine } from "../../script-formats/model";
import { languageNames } from "../catalogue/language-names";
import { BlockedError } from "../engine/engine";
import { removeWorkFiles } from "../dubbing/video";
import { EngineError } from "../engine/ports";
import { isAutoCast } from "../batches/settings";
import type { IngestionOutcome } from "../rows/batches/ingestion-port";
import { saveLines } from "./save-lines";
import {
  analysisDeps,
  nameSpeakers,
  speechFile,
  transcribeSpans,
  type AnalysisDeps,
} from "./speech";
import type { IngestDeps, Subject } from "./task";

const withoutLines = {
  result: "ingested",
  characterIds: [],
  languageIds: [],
  isToBeCast: false,
} as const;

/** Lines of a script that can give times and characters to a transcription. */
export interface ScriptHints {
  lines: readonly ScriptLine[];
  /** The spans of speech are the times of the script. */
  importsTiming: boolean;
  /** The characters are those of the script at the same times. */
  importsCharacters: boolean;
}

/**
 * Transcribes the video of a batch into lines in the source language. A video that cannot be
 * transcribed leaves the batch without lines, with the reason in its note: a target script can be
 * added.
 * @throws Interrupted; AwaitedError while the video is downloaded or transcribed.
 */
export async function ingestVideo(
  deps: IngestDeps,
  subject: Subject,
  hints: ScriptHints | null,
  signal: AbortSignal,
): Promise<IngestionOutcome> {
  const { project, source, batch } = subject;
  const languageId = project.sourceLanguage;
  if (source.videoPath === null || languageId === null) return { ...withoutLines, note: "" };
  const analysis = analysisDeps(deps);
  if (!analysis || !deps.engines().transcribedLanguages.has(languageId))
    return { ...withoutLines, note: missingNote(deps, languageId), awaitsTranscription: true };
  let lines: ScriptLine[];
  let isWithoutModel: boolean;
  try {
    ({ lines, isWithoutModel } = await transcribe(
      analysis,
      subject,
      { languageId, hints },
      signal,
    ));
  } catch (error) {
    if (!(error instanceof BlockedError || error instanceof EngineError)) throw error;
    return { ...withoutLines, note: `${messageText("not-transcribed", {})}: ${error.message}` };
  }
  await removeWorkFiles(deps, batch.id);
  const withoutModel = isWithoutModel ? `. ${messageText("speech-without-model", {})}` : "";
  if (lines.length === 0) {
    const note = `${messageText("not-transcribed", {})}: ${messageText("no-speech", {})}`;
    return { ...withoutLines, note: `${note}${withoutModel}` };
  }
  return {
    result: "ingested",
    note: `${messageText("transcribed", {})}${withoutModel}`,
    characterIds: await saveLines(deps, subject, { lines }, new Set([languageId])),
    languageIds: [languageId],
    isToBeCast: isAutoCast(source.settings, project.type),
  };
}

/**
 * With other languages installed: names the missing one. Without any, the message of the batch says
 * so.
 */
const missingNote = ({ engines }: IngestDeps, languageId: string) =>
  engines().transcribedLanguages.size === 0
    ? ""
    : messageText("transcription-missing", { language: languageNames[languageId] ?? languageId });

/** Videos of one language, which one engine transcribes, at the same time. */
const transcriptionsAtOnce = 4;

/** @throws AwaitedError while the video is downloaded or transcribed. */
async function transcribe(
  deps: AnalysisDeps,
  subject: Subject,
  { languageId, hints }: { languageId: string; hints: ScriptHints | null },
  signal: AbortSignal,
): Promise<{ lines: ScriptLine[]; isWithoutModel: boolean }> {
  const file = await speechFile(deps, subject, signal);
  const timed = (hints?.lines ?? []).flatMap(({ startMs, endMs, character }) =>
    startMs === null || endMs === null || endMs <= startMs ? [] : [{ startMs, endMs, character }],
  );
  const given = hints?.importsTiming && timed.length > 0 ? timed : null;
  // An external engine may be slow, or give no response: other tasks must not wait for it.
  const { spans, isWithoutModel } = deps.outside.resultOf(
    subject.batch.id,
    `transcription of ${languageId}`,
    (context) => transcribeSpans(deps, subject, { file, given, languageId }, context),
    { limit: transcriptionsAtOnce, activity: "scripts", isCounted: true },
  );
  if (spans.length === 0) return { lines: [], isWithoutModel };
  const { analyser } = deps.engine;
  const names =
    hints?.importsCharacters && timed.length > 0
      ? spans.map((span) => characterAt(span, timed))
      : await nameSpeakers(analyser, { file, spans }, subject.source.settings, signal);
  const lines = spans.map(({ startMs, endMs, text }, index) => ({
    ...emptyLine,
    number: index + 1,
    row: index + 1,
    character: names[index] ?? null,
    text: { [languageId]: text },
    startMs,
    endMs,
  }));
  return { lines, isWithoutModel };
}

const emptyLine = { id: null, sourceAudio: null, emotion: null, intensity: null } as const;

interface Timed {
  startMs: number;
  endMs: number;
  character: string | null;
}

/** The character of the line that overlaps a span most, or null. */
function characterAt(span: { startMs: number; endMs: number }, lines: readonly Timed[]) {
  let most = 0;
  let character: string | null = null;
  for (const line of lines) {
    const overlap = Math.min(span.endMs, line.endMs) - Math.max(span.startMs, line.startMs);
    if (overlap <= most) continue;
    most = overlap;
    character = line.character;
  }
  return character;
}

/**
 * The lines of a script with speakers as their characters, if the script names none and has times.
 * The lines unchanged with a note if the video cannot be analysed.
 * @throws Interrupted.
 */
export async function withSpeakers(
  deps: IngestDeps,
  subject: Subject,
  lines: ScriptLine[],
  signal: AbortSignal,
): Promise<{ lines: ScriptLine[]; note: string }> {
  const analysis = analysisDeps(deps);
  const { source, batch } = subject;
  const spans = lines.flatMap(({ startMs, endMs }) =>
    startMs === null || endMs === null || endMs <= startMs ? [] : [{ startMs, endMs }],
  );
  const isUseful =
    source.videoPath !== null &&
    source.settings["importCharacters"] !== true &&
    lines.every(({ character }) => character === null) &&
    spans.length === lines.length;
  if (!analysis || !isUseful) return { lines, note: "" };
  try {
    const file = await speechFile(analysis, subject, signal);
    const { analyser } = analysis.engine;
    const names = await nameSpeakers(analyser, { file, spans }, source.settings, signal);
    await removeWorkFiles(deps, batch.id);
    return {
      lines: lines.map((line, index) => ({ ...line, character: names[index] ?? null })),
      note: messageText("speakers", {}),
    };
  } catch (error) {
    if (!(error instanceof BlockedError || error instanceof EngineError)) throw error;
    return { lines, note: `${messageText("no-speakers", {})}: ${error.message}` };
  }
}
