/** The engine of this computer with sounds by formula in place of its voices. Requires a build. */
import type { Engine } from "../../main/local-service/engine/engine";
import type { Sound, SpeechRequest } from "../../main/local-service/engine/ports";
import { startEngine } from "./engine";
import { speechLike } from "./sound-signals";

const spokenTextOf = ({ parts }: SpeechRequest): string =>
  parts.map((part) => ("text" in part ? part.text : "")).join("");

/** A sound that is as long as its text, at a pitch of its own. */
function soundOfText(text: string): Sound {
  const seconds = 0.6 + Math.min(2, text.length / 20);
  return { samples: speechLike(seconds, { hertz: 100 + (text.length % 40) }), sampleRate: 16_000 };
}

/** Everything is real but the voices: `soundOf` is what they say. */
export async function startSpokenEngine(
  soundOf: (text: string) => Sound = soundOfText,
): Promise<Engine> {
  const engine = await startEngine();
  const synthesize: Engine["speech"]["synthesize"] = (request) =>
    Promise.resolve(soundOf(spokenTextOf(request)));
  return { ...engine, speech: { ...engine.speech, synthesize } };
}
