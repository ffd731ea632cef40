/**
 * Persistent connections to services. Connections are reused and go through a proxy if one is
 * configured.
 */
import type { LookupFunction } from "node:net";
import { createAgent, tolerant } from "../../common/http/agent";
import { createConnector } from "../../common/http/connector";
import { request, type Agent, type Dispatcher } from "../../common/http/undici";
import { trustingContext } from "./certificates";
import { fromNetworkError } from "./http-errors";
import { createProxyAgent } from "./proxy-agent";
import { directRoutes, type Route, type Routes } from "./routes";

export interface ConnectionOptions {
  /** Maximum number of simultaneous connections to one host. */
  connections: number;
  /** Timeout of a request in milliseconds. The connect timeout is the same, but at most 15 s. */
  timeoutMs: number;
  /** Finds the addresses of hosts that are reached without a proxy; default: that of Node.js. */
  lookup?: LookupFunction;
  /** The maximum size of the headers of a response, in bytes; default: that of Node.js. */
  maxHeaderSize?: number;
}

type RequestOptions = Omit<Dispatcher.RequestOptions, "origin" | "path">;

export interface Connections {
  /**
   * Sends one request by the route of its URL. Rejects with an AppError if there is no response, or
   * with the reason of the signal.
   */
  request(url: string, options: RequestOptions): Promise<Dispatcher.ResponseData>;
  /** The dispatcher for requests by a route. */
  through(route: Route): Dispatcher;
  /**
   * Closes all connections; later requests open new ones. After a system resume or a network
   * change, open connections are dead but undetected.
   */
  reset(): void;
  /** Closes all connections and aborts active requests. */
  close(): Promise<void>;
}

const maxConnectMs = 15_000;

/** Changed routes have other keys, so that their requests get other connections. */
const keyOf = ({ proxy, authorities }: Route) =>
  proxy === null
    ? authorities
    : JSON.stringify([proxy.url, proxy.userName, proxy.password, authorities]);

export function createConnections(
  { connections, timeoutMs, lookup, maxHeaderSize }: ConnectionOptions,
  routes: Routes = directRoutes,
): Connections {
  const connectTimeout = Math.min(timeoutMs, maxConnectMs);
  const options: Agent.Options = {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    ...(maxHeaderSize !== undefined && { maxHeaderSize }),
  };
  let agents = new Map<string, Dispatcher>();

  function through(route: Route): Dispatcher {
    const key = keyOf(route);
    let agent = agents.get(key);
    if (!agent) {
      agent =
        route.proxy === null
          ? createAgent({
              ...options,
              connect: createConnector({
                timeoutMs: connectTimeout,
                lookup,
                secureContext: () => trustingContext(route.authorities),
              }),
            })
          : tolerant(
              createProxyAgent(route.proxy, options, {
                timeout: connectTimeout,
                secureContext: trustingContext(route.authorities),
              }),
            );
      agents.set(key, agent);
    }
    return agent;
  }
  const destroy = (old: typeof agents) =>
    Promise.all([...old.values()].map((agent) => agent.destroy()));

  return {
    async request(url, requestOptions) {
      const route = await routes.of(url);
      try {
        return await request(url, { ...requestOptions, dispatcher: through(route) });
      } catch (error) {
        const { signal } = requestOptions;
        if (signal instanceof AbortSignal && signal.aborted) throw error;
        const failure = fromNetworkError(error, url);
        routes.failed(route, failure);
        throw failure;
      }
    },
    through,
    reset() {
      const old = agents;
      agents = new Map();
      // Active requests on the old connections fail; the retry logic sends repeatable ones on new
      // connections.
      void destroy(old).catch(() => undefined);
    },
    async close() {
      await destroy(agents);
    },
  };
}
