import { HttpError } from "./http-error";

/** In seconds. */
const repeatedAfter = 10;

/**
 * The response of a process without an engine to a call for what only a worker can make. `what`:
 * "the sample of this voice", for example.
 */
export const notMadeHere = (what: string): HttpError =>
  new HttpError(503, `no worker of this service has made ${what} yet`, {
    "Retry-After": String(repeatedAfter),
  });
