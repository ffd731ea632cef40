/** Whether the video of a batch is whole: checked before its first take is made. */
import { messageText } from "../../../preload/facts/service-messages";
import { BlockedError } from "../engine/engine";
import { EngineError, type MediaLoss, type MediaOptions } from "../engine/ports";
import type { DubbingDeps } from "./deps";
import { isAtUrl } from "./video";

/**
 * The version that is accepted of a video at a URL: its size is all that is known of a download.
 */
export const acceptedAtUrl = "url";

/** Batches whose video is known to be whole, or not; the oldest one is read again. */
const maxKnown = 1_000;

/** Why a video that was cut off or damaged is not dubbed. */
const lossMessage = ({ endMs, declaredMs, isShort }: MediaLoss): string =>
  isShort
    ? messageText("video-cut-off", {
        endMs: Math.round(endMs),
        declaredMs: Math.round(declaredMs),
      })
    : messageText("video-damaged", { endMs: Math.round(endMs) });

/** Reads each version of a video once. */
export function createWholeVideo({
  engine,
}: Pick<DubbingDeps, "engine">): DubbingDeps["wholeVideo"] {
  const known = new Map<string, { version: string; loss: MediaLoss | null }>();

  async function lossOf(
    batchId: string,
    { withFile, version, facts }: Parameters<DubbingDeps["wholeVideo"]["require"]>[1],
    options: MediaOptions,
  ): Promise<MediaLoss | null> {
    const found = known.get(batchId);
    if (found?.version === version) return found.loss;
    const loss = await withFile(
      (file) => engine.media.findLoss(file, facts, options),
      options.signal,
    );
    known.delete(batchId);
    known.set(batchId, { version, loss });
    if (known.size > maxKnown) known.delete(known.keys().next().value ?? "");
    return loss;
  }

  return {
    async require(dub, video, options) {
      const { acceptedVideo } = dub.localSettings;
      if (acceptedVideo === (isAtUrl(dub) ? acceptedAtUrl : video.version)) return;
      try {
        const loss = await lossOf(dub.batchId, video, options);
        if (loss) throw new BlockedError(lossMessage(loss));
      } catch (error) {
        if (error instanceof EngineError) throw new BlockedError(`videoPath: ${error.message}`);
        throw error;
      }
    },
  };
}
