/** Whether a file has all that it declares, by its packets and the messages of ffmpeg. */
import type { MediaFacts, MediaLoss } from "../ports";

/** A picture may end this much before its declared length: lengths are rounded to frames. */
const toleranceMs = 500;
/** Messages of demuxers about files that end within a packet or an element. */
const cutOff =
  /partial file|Packet corrupt|corrupt input packet|File ended prematurely|[Tt]runcated/;

/** The length that is compared: of the picture, or else of the whole file. */
function declaredMsOf({ video, durationMs }: Pick<MediaFacts, "video" | "durationMs">) {
  const length = video?.length ?? null;
  if (length === null) return durationMs;
  return "ms" in length
    ? length.ms
    : (length.frames * length.denominator * 1000) / length.numerator;
}

/** `endMs`: the end of the last packet; `messages`: those of ffmpeg. */
export function lossOf(
  facts: Pick<MediaFacts, "video" | "durationMs" | "isCutOff">,
  { endMs, messages }: { endMs: number; messages: string },
): MediaLoss | null {
  const declaredMs = declaredMsOf(facts);
  const isShort = declaredMs - endMs > toleranceMs;
  const isCutOff = facts.isCutOff || cutOff.test(messages);
  return isShort || isCutOff ? { endMs, declaredMs, isShort } : null;
}
