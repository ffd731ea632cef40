/** The originals and the peaks of a review, which the window reads by their URLs. */
import { mediaOfPath } from "../../../preload/facts/source-paths";
import { AppError } from "../../common/errors";
import type { OpenedMedia } from "../../remote/extensions/sources";
import type { ResourceDeps } from "../lists/resource-deps";

const extension = "review";

/**
 * `range`: the Range header of the request. Null if the path names no such file, or the service
 * does not send it. SECURITY: the ids of the path are checked here, and the token is added to the
 * request, which the window never sees.
 */
export type OpenMedia = (
  pathname: string,
  range: string | null,
  signal?: AbortSignal,
) => Promise<OpenedMedia | null>;

/** A header that a media element sends; any other is not passed on. */
const plainRange = /^bytes=\d{0,15}-\d{0,15}$/;

export function createSourceMedia({
  remote,
  extensions,
}: Pick<ResourceDeps, "remote" | "extensions">): OpenMedia {
  return async (pathname, range, signal) => {
    const media = mediaOfPath(pathname);
    if (!media || !extensions.offers(media.workspaceId, extension)) return null;
    const passed = range !== null && plainRange.test(range) ? range : null;
    try {
      return await remote(media.workspaceId).extensions.sources.open(media, passed, signal);
    } catch (error) {
      if (error instanceof AppError || signal?.aborted) return null;
      throw error;
    }
  };
}
