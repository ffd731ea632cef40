/** What a take of a line depends on: its voice, its words, its expression. Their hash is the key of the take. */
import { createHash } from "node:crypto";
import { findVoice } from "../catalogue/lookup";
import { voiceIn } from "../catalogue/voices";
import { EngineError, type SpeechProvider, type SpeechRequest } from "../engine/ports";
import type { DubLine, DubSubject } from "../rows/dub-port";
import type { GlossaryRow } from "../rows/project-port";

const neutral = { rate: 1, pitch: 1, range: 1 };

export interface PreparedTake {
  request: SpeechRequest;
  /** Name of the voice in the catalogue. */
  voice: string;
  slotMs: number | null;
}

/** A prepared take, or why it cannot be made. Both have a key, so that a change of the reason is a change. */
export type Preparation = { key: string } & ({ take: PreparedTake } | { problem: string });

/**
 * Prepares a take of a line. `variant` is 0 for the take, from 1 for the alternative takes. Never throws for a reason
 * in the line.
 */
export function prepareTake(
  line: DubLine,
  variant: number,
  dub: Pick<DubSubject, "languageId">,
  { speech, glossary }: { speech: SpeechProvider; glossary: readonly GlossaryRow[] },
): Preparation {
  try {
    const { languageId } = dub;
    const voice = voiceOf(line, languageId, speech);
    const slotMs = slotOf(line);
    const used = glossary.filter((row) => row.languageId === languageId && row.word === line.text);
    const request = { voice, parts: [{ text: line.text }], ...neutral, rate: 1 + variant / 20 };
    const key = keyOf(["take", speech.version(voice.engine), line.voice, request, used, slotMs]);
    return { key, take: { request, voice: line.voice ?? "", slotMs } };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return {
      key: keyOf(["problem", error.message, line.voice, line.text, variant]),
      problem: error.message,
    };
  }
}

function voiceOf(line: DubLine, languageId: string, speech: SpeechProvider) {
  if (line.voice === null) throw new EngineError(`${line.character} has no voice`);
  const voice = findVoice(line.voice);
  if (!voice) throw new EngineError(`the voice ${line.voice} does not exist`);
  const engine = voiceIn(voice, languageId);
  if (!engine) throw new EngineError(`the voice ${line.voice} does not speak ${languageId}`);
  if (!speech.offers(engine)) throw new EngineError(`the voice ${line.voice} is not installed`);
  return engine;
}

/** The length into which a take must fit: of the source audio, or of the line's time. */
function slotOf({ slotMs, startMs, endMs }: DubLine): number | null {
  if (startMs !== null && endMs !== null && endMs > startMs) return endMs - startMs;
  return slotMs;
}

const keyOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
