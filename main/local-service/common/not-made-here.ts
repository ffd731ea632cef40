import { messageText } from "../../../preload/facts/service-messages";
import { HttpError } from "./http-error";

/** After how many seconds a client may repeat the request. */
const repeatedAfter = 10;

/** The response of a process without an engine to a call for what only a worker can make. */
export const notMadeHere = (
  code: "sample-not-made" | "findings-not-made" | "facts-not-made",
): HttpError =>
  new HttpError(503, messageText(code, {}), {
    "Retry-After": String(repeatedAfter),
  });
