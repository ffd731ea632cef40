/**
 * Samples of voices, where the service makes them (extension "voice-samples"). The window plays
 * them by their URL.
 */
import { sampleOfPath } from "../../../preload/facts/voice-samples";
import { AppError } from "../../common/errors";
import type { ResourceDeps } from "../lists/resource-deps";

/** A WAV file, or null if the path is that of no sample, or the service does not make it. */
export type ReadVoiceSample = (pathname: string) => Promise<Uint8Array | null>;

const extension = "voice-samples";

export function createVoiceSamples({
  remote,
  extensions,
}: Pick<ResourceDeps, "remote" | "extensions">): ReadVoiceSample {
  return async (pathname) => {
    const sample = sampleOfPath(pathname);
    if (!sample || !extensions.offers(sample.workspaceId, extension)) return null;
    try {
      return await remote(sample.workspaceId).extensions.casting.voiceSample(sample.voice);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
