/** All findings of the lines of one language. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { checkSeverities, type Finding } from "../../../preload/facts/checks";
import type { GlossaryFields } from "../../../preload/model/resources";
import { silentVoice } from "../../../preload/facts/review";
import type { CheckSubject } from "../rows/review/finding-port";
import { createWordFinder } from "../engine/speech/glossary";
import type { PreparedSpeech } from "../engine/speech/prepare-speech";
import { createComparison } from "./between-lines";
import { createTextMemory } from "./remembered-texts";
import { checkSound, voicePaces } from "./sound";
import { checkText } from "./text";
import type { PictureTimes } from "../engine/picture-times";
import { checkSubtitles } from "./subtitles/check-subtitles";
import type { SubtitleLine } from "./subtitles/cues";
import { checkLength, createTimingChecks, type TimedLine } from "./timing";

export interface CheckInput {
  languageId: string;
  sourceLanguageId: string | null;
  glossary: readonly GlossaryFields[];
  /** See DubSubject. */
  speaksDescriptions: boolean;
  /** See the settings of batches. */
  fitGapMs: number;
  holdsLastFrame: boolean;
  /** Null without a video, or for one that cannot be read. */
  picture: PictureTimes | null;
}

type Take = NonNullable<CheckSubject["take"]>;
type Add = (findings: readonly Finding[]) => void;

/** Lines that are checked without a pause for other work. */
const linesPerTurn = 200;

/** The words of a glossary in a text, each once. */
function createWordList(glossary: readonly GlossaryFields[], languageId: string) {
  const find = createWordFinder(glossary, languageId);
  return (text: string): string[] => [
    ...new Set(Array.from(find(text.normalize("NFC")), ({ line }) => line.word)),
  ];
}

/** Remembers which parts of a text are not spoken, and which cannot be. */
const memory = createTextMemory<Pick<PreparedSpeech, "unspoken" | "unreadable">>();

async function createTextChecks(input: CheckInput) {
  const { languageId, sourceLanguageId, glossary, speaksDescriptions } = input;
  // Loaded with the first check: it has the rules of all languages.
  const { createSpeechPreparation } = await import("../engine/speech/prepare-speech");
  const { prepare } = createSpeechPreparation(languageId, glossary, input);
  const prepared = memory(JSON.stringify([languageId, glossary, speaksDescriptions]), (text) => {
    const { unspoken, unreadable } = prepare(text, null);
    return { unspoken, unreadable };
  });
  const applied = createWordList(glossary, languageId);
  const found = createWordList(
    glossary.map((line) => ({ ...line, caseSensitive: false })),
    languageId,
  );
  const inSource = sourceLanguageId === null ? null : createWordList(glossary, sourceLanguageId);
  return ({ number, source, target, take, failed, queued }: CheckSubject): Finding[] =>
    checkText({
      number,
      languageId,
      sourceLanguageId,
      source,
      text: target,
      // A take that is being made is not missing.
      hasTake: take !== null || queued > 0,
      isFailed: failed > 0,
      ...prepared(target),
      glossary: {
        found: found(target),
        applied: applied(target),
        inSource: inSource?.(source) ?? [],
      },
    });
}

/**
 * A take of a version that did not scan has only the measures of its loudness. A take that is to be
 * silent has no sound.
 */
const soundOf = (line: CheckSubject, { voice, speed, scan }: Take) =>
  voice === silentVoice ? null : scan && { text: line.target, voice, speed, scan };

/** Null for a line without times. */
function timedLine(line: CheckSubject): TimedLine | null {
  const { number, character, target: text, startMs, endMs, offsetMs, take } = line;
  if (startMs === null || endMs === null) return null;
  return {
    number,
    character,
    text,
    startMs,
    endMs,
    take: take && { durationMs: take.durationMs, speed: take.speed, offsetMs },
  };
}

/** Frames per second, for lines without a picture. */
const defaultFrameRate = 25;

/** The line as a subtitle; null for a line without a time. */
function subtitleLine(line: CheckSubject): SubtitleLine | null {
  const { number, character, target: text, startMs, endMs, offsetMs, take } = line;
  if (startMs === null) return null;
  const from = Math.max(0, startMs + offsetMs);
  const takeEnd = from + (take?.durationMs ?? 0);
  return { number, character, text, startMs: from, endMs: Math.max(takeEnd, endMs ?? 0) };
}

async function checkTimes(
  lines: readonly CheckSubject[],
  { languageId, picture, fitGapMs, holdsLastFrame }: CheckInput,
  add: Add,
): Promise<void> {
  const timed = lines.map(timedLine).filter((line) => line !== null);
  timed.sort((a, b) => a.startMs - b.startMs || a.number - b.number);
  const checks = createTimingChecks({ languageId, picture, fitGapMs, holdsLastFrame });
  for (const [index, line] of timed.entries()) {
    add(checks.add(line));
    if (index % linesPerTurn === 0) await yieldToEventLoop();
  }
  add(checks.finish());
  add(
    checkSubtitles(
      lines.map(subtitleLine).filter((line) => line !== null),
      {
        languageId,
        frameMs: 1000 / (picture?.frameRate ?? defaultFrameRate),
      },
    ),
  );
}

const isSilent = (take: Take | null) => take?.voice === silentVoice;

/** A line with the length of its source audio, which has no place beside other lines. */
function checkSlot(line: CheckSubject, languageId: string): Finding[] {
  const { number, character, target: text, slotMs, take } = line;
  if (slotMs === null || take === null || timedLine(line)) return [];
  const { durationMs, speed } = take;
  const slot = { number, character, text, startMs: 0, endMs: slotMs };
  return checkLength({ ...slot, take: { durationMs, speed, offsetMs: 0 } }, null, { languageId });
}

/**
 * `lines` in the order of the script. The result is in order of the lines, the errors of a line
 * first.
 */
export async function findFindings(
  lines: readonly CheckSubject[],
  input: CheckInput,
): Promise<Finding[]> {
  const { languageId } = input;
  const findings: Finding[] = [];
  const add: Add = (found) => findings.push(...found);
  const textOf = await createTextChecks(input);
  const paces = voicePaces(lines.flatMap((line) => (line.take && soundOf(line, line.take)) ?? []));
  const comparison = createComparison(languageId);
  for (const [index, line] of lines.entries()) {
    if (index % linesPerTurn === 0) await yieldToEventLoop();
    const { number, character, target: text, levelDb, take } = line;
    add(textOf(line));
    if (text.trim() === "") continue;
    add(checkSlot(line, languageId));
    const sound = take && soundOf(line, take);
    if (take && sound) {
      const { loudness, peak: truePeak } = take;
      add(checkSound({ ...sound, number, languageId, loudness, truePeak }, paces));
    }
    // Silent takes have the same sound.
    const { loudness: measured = null, sha256: hash = null } = isSilent(take) ? {} : (take ?? {});
    // As it is heard.
    const loudness = measured === null ? null : measured + levelDb;
    add(comparison.add({ number, character, text, loudness, hash }));
  }
  await checkTimes(
    lines.filter(({ target }) => target.trim() !== ""),
    input,
    add,
  );
  const rank = ({ severity }: Finding) => checkSeverities.indexOf(severity);
  return findings.sort((a, b) => a.line - b.line || rank(a) - rank(b));
}
