/**
 * What a take of a line depends on: its voice, its words, its expression. Their hash is the key of
 * the take.
 */
import { messageText } from "../../../preload/facts/service-messages";
import { createHash } from "node:crypto";
import { settingDefaults } from "../../../preload/facts/batch-settings";
import { checkRules } from "../../../preload/facts/checks";
import { languageNames } from "../catalogue/language-names";
import { findVoice } from "../engines/engines";
import { voiceIn, type CataloguedVoice } from "../catalogue/voices";
import { EngineError, type SpeechFacts, type SpeechRequest } from "../engine/ports";
import { expressionOf } from "../engine/speech/expression";
import { silentVoice } from "../../../preload/facts/review";
import type { SpeechPreparation } from "../engine/speech/prepare-speech";
import type { DubLine, DubSubject } from "../rows/dubs/dub-port";
import type { BatchSettings } from "../rows/batches/batch-port";
import type { GlossaryRow } from "../rows/projects/project-port";

export interface PreparedTake {
  /** Null for a line without words, such as a description of a sound: its take is silent. */
  request: SpeechRequest | null;
  /** A hash of what its speech depends on: takes with the same one differ in their lengths only. */
  speechKey: string;
  /** Name of the voice in the catalogue. */
  voice: string;
  /** See TakeRequest. */
  slotMs: number | null;
  fillMs: number | null;
  /**
   * A factor that a reviewer chose instead of the one that fits the take into its slot; null for
   * none.
   */
  speed: number | null;
}

/** What the takes of a dub have in common. */
export interface TakeContext {
  languageId: string;
  speech: SpeechFacts;
  voices: readonly CataloguedVoice[];
  preparation: SpeechPreparation;
  /** See the settings of batches. */
  fitGapMs: number;
  slowsShortTakes: boolean;
}

export async function contextOf(
  {
    languageId,
    speaksDescriptions,
    settings,
  }: Pick<DubSubject, "languageId" | "speaksDescriptions" | "settings">,
  speech: SpeechFacts,
  glossary: readonly GlossaryRow[],
): Promise<TakeContext> {
  // Loaded with the first take: it has the rules of all languages.
  const { createSpeechPreparation } = await import("../engine/speech/prepare-speech");
  return {
    languageId,
    speech,
    voices: speech.voices(),
    preparation: createSpeechPreparation(languageId, glossary, { speaksDescriptions }),
    ...fittingOf(settings),
  };
}

/** How takes fit into the times of their lines. */
function fittingOf({ fitGapMs, slowsShortTakes }: BatchSettings) {
  return {
    fitGapMs: typeof fitGapMs === "number" ? fitGapMs : settingDefaults.fitGapMs,
    slowsShortTakes: slowsShortTakes === true,
  };
}

/**
 * A prepared take, or why it cannot be made. Both have a key, so that a change of the reason is a
 * change.
 */
export type Preparation = { key: string } & ({ take: PreparedTake } | { problem: string });

/**
 * Prepares a take of a line. `variant` is 0 for the take, from 1 for the alternative takes. Never
 * throws for a reason in the line.
 */
export function prepareTake(line: DubLine, variant: number, context: TakeContext): Preparation {
  const { speech, preparation, languageId } = context;
  try {
    if (preparation.isSilent(line.text)) return silentTake();
    const voice = voiceOf(line, context);
    const speed = typeof line.fit === "number" ? line.fit : null;
    const slotMs = line.fit === "auto" ? slotOf(line) : null;
    const fillMs = context.slowsShortTakes ? slotMs : null;
    const { parts, unreadable } = preparation.prepare(line.text, voice);
    if (unreadable.length > 0) throw new EngineError(unreadableMessage(languageId, unreadable));
    const request = { voice, parts, ...expressionOf(line.emotion, line.intensity, variant) };
    const parameters = ["take 2", speech.version(voice), line.voice, request, slotMs];
    // These are part of the key only if there are any: the keys of earlier versions stay valid.
    if (speed !== null) parameters.push(speed);
    if (fillMs !== null) parameters.push("fill");
    const gapMs = slotMs === null ? null : gapAfter(line, context);
    if (gapMs !== null) parameters.push("gap", context.fitGapMs);
    const roomMs = slotMs === null ? null : slotMs + (gapMs ?? 0);
    const speechKey = keyOf([speech.version(voice), request]);
    const take = { request, speechKey, voice: line.voice ?? "", slotMs: roomMs, fillMs, speed };
    // A take stays when lines are moved, unless it no longer fits into the gap.
    const isTooLong = gapMs !== null && (line.longTakes[keyOf(parameters)] ?? 0) > (roomMs ?? 0);
    return { key: keyOf(isTooLong ? [...parameters, roomMs] : parameters), take };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return {
      key: keyOf(["problem", error.message, line.voice, line.text, variant]),
      problem: error.message,
    };
  }
}

/** A take without speech: it needs no voice, and is the same for all such lines. */
function silentTake(): Preparation {
  const speechKey = keyOf(["silent 1"]);
  const lengths = { slotMs: null, fillMs: null, speed: null };
  return { key: speechKey, take: { request: null, speechKey, voice: silentVoice, ...lengths } };
}

const maxListed = 10;

/** The error of a line with characters that no voice of its language reads. */
function unreadableMessage(languageId: string, characters: readonly string[]): string {
  const listed = characters.slice(0, maxListed).join(" ");
  const language = languageNames[languageId] ?? languageId;
  return messageText("not-speakable", { language, characters: listed });
}

function voiceOf(line: DubLine, { languageId, speech, voices }: TakeContext) {
  if (line.voice === null)
    throw new EngineError(messageText("no-voice", { character: line.character }));
  const voice = findVoice({ voices }, line.voice);
  if (!voice) throw new EngineError(messageText("voice-missing", { voice: line.voice }));
  const engine = voiceIn(voice, languageId);
  if (!engine)
    throw new EngineError(
      messageText("voice-language", { voice: line.voice, language: languageId }),
    );
  if (!speech.offers(engine))
    throw new EngineError(messageText("voice-missing", { voice: line.voice }));
  return engine;
}

/** The length into which a take must fit: of the source audio, or of the line's time. */
function slotOf(line: DubLine): number | null {
  return isTimed(line) ? (line.endMs ?? 0) - (line.startMs ?? 0) : line.slotMs;
}

const isTimed = ({ startMs, endMs }: DubLine): boolean =>
  startMs !== null && endMs !== null && endMs > startMs;

/**
 * The milliseconds after a line that its take may use; null for a line without a time, and if
 * takes use none.
 */
function gapAfter(line: DubLine, { fitGapMs }: Pick<TakeContext, "fitGapMs">): number | null {
  if (fitGapMs === 0 || !isTimed(line)) return null;
  const endMs = line.endMs ?? 0;
  const gap = (line.gapEndMs ?? Infinity) - checkRules.gapToNextMs.limit - endMs;
  return Math.max(0, Math.min(fitGapMs, gap));
}

const keyOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
