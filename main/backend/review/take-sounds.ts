/** The sounds of takes, which the window plays by their URL. */
import { takeOfPath } from "../../../preload/facts/review";
import { AppError } from "../../common/errors";
import type { ResourceDeps } from "../lists/resource-deps";

const extension = "review";

/** A WAV file, or null if the path is that of no take, or the service does not send it. */
export function createTakeSounds({
  remote,
  extensions,
}: Pick<ResourceDeps, "remote" | "extensions">) {
  return async (pathname: string): Promise<Uint8Array | null> => {
    const take = takeOfPath(pathname);
    if (!take || !extensions.offers(take.workspaceId, extension)) return null;
    try {
      return await remote(take.workspaceId).extensions.review.takeSound(take.takeId);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
