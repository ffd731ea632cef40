/**
 * The HTTP library. Every use of it goes through this module, because older versions of Node.js
 * need a preparation, and through `createAgent` or `tolerant`, because its defaults are not ours.
 */
import "./missing-features";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { ignoreInterimResponses } from "./interim-responses";

export {
  Agent,
  FormData,
  Pool,
  ProxyAgent,
  Socks5ProxyAgent,
  buildConnector,
  interceptors,
  request,
} from "undici";
export type { Dispatcher } from "undici";

ignoreInterimResponses();

/**
 * Milliseconds for each address of a host, where Node.js itself connects: to proxies. Its default
 * of 250 ms is too short for lines by satellite.
 */
const addressTimeoutMs = 2_000;
setDefaultAutoSelectFamilyAttemptTimeout(addressTimeoutMs);
