/** What a service offers beyond the interface. */
import { announcement, type Announcement } from "../../../preload/local-service/announcement";
import { AppError } from "../../common/errors";
import type { ErrorCode } from "../../../preload/model";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

/** Responses of a service that does not know the path "/local". */
const missing: readonly ErrorCode[] = ["not-found", "invalid-input", "unexpected-answer"];

/** Empty if the service announces nothing. Rejects if it is unreachable. */
export async function readAnnouncement(http: Http): Promise<Omit<Announcement, "version">> {
  try {
    return await createReader(http)(announcement, { path: local, isProbe: true });
  } catch (error) {
    if (error instanceof AppError && missing.includes(error.code))
      return { extensions: [], capabilities: {} };
    throw error;
  }
}
