/**
 * Connections of the HTTP library, and what their responses may be: encoded, or with a header that
 * is repeated.
 */
import { Agent, interceptors, type buildConnector, type Dispatcher } from "./undici";

export interface AgentOptions extends Omit<Agent.Options, "connect" | "allowH2"> {
  /** See `createConnector`. */
  connect: buildConnector.connector;
}

type Headers = Record<string, string | string[] | undefined>;

/** Connections to hosts without a proxy; see `tolerant` for their responses. */
export const createAgent = (options: AgentOptions): Dispatcher =>
  tolerant(new Agent({ ...options, allowH2: false }));

/**
 * The same connections. Requests ask for no encoding, and the body of a response that is encoded
 * nevertheless (gzip, deflate, br) is decoded; it then has no Content-Length. A header that is
 * repeated with the same value counts once.
 */
export const tolerant = (dispatcher: Dispatcher): Dispatcher =>
  dispatcher.compose([withoutRepetitions, interceptors.decompress({ skipErrorResponses: false })]);

const withoutRepetitions: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options, handler) => {
    const { onResponseStart } = handler;
    handler.onResponseStart = (controller, status, headers, text) =>
      onResponseStart?.call(handler, controller, status, unrepeated(headers), text);
    const given = options.headers as Headers | null | undefined;
    return dispatch({ ...options, headers: { "accept-encoding": "identity", ...given } }, handler);
  };

/** Two lines of this header mean that the body is encoded twice. */
const listed = "content-encoding";

function unrepeated<H extends Headers>(headers: H): H {
  let changed: H | null = null;
  for (const name in headers) {
    const value = headers[name];
    if (!Array.isArray(value) || name === listed || new Set(value).size !== 1) continue;
    changed ??= { ...headers };
    changed[name as keyof H] = value[0] as H[keyof H];
  }
  return changed ?? headers;
}
