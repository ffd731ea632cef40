/** Connections to services: kept open and used again, through a proxy where there is one. */
import { Agent, ProxyAgent, type Dispatcher } from "undici";

/** The proxy for an address ("http://proxy.example:3128"), or null where there is none. */
export type ProxyFor = (url: string) => Promise<string | null>;

export interface ConnectionOptions {
  /** To one host at the same time. */
  connections: number;
  /** Milliseconds that a request waits at most for anything; a connection is waited for no longer than 15 s. */
  timeoutMs: number;
}

export interface Connections {
  /** What a request to this address is sent with. */
  to(url: string): Promise<Dispatcher>;
  /** Drops all: after waking up and on a change of network they are dead without knowing it. */
  renew(): void;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

const noProxy: ProxyFor = () => Promise.resolve(null);
const longestConnectMs = 15_000;
/** This computer itself is never reached through another. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an address is one of this computer itself; false for what is no URL. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

export function createConnections(
  { connections, timeoutMs }: ConnectionOptions,
  proxyFor: ProxyFor = noProxy,
): Connections {
  const options: Agent.Options = {
    connections,
    pipelining: 1,
    allowH2: false,
    connectTimeout: Math.min(timeoutMs, longestConnectMs),
    keepAliveTimeout: 4_000,
  };
  let ways = new Map<string | null, Dispatcher>();

  function open(proxy: string | null): Dispatcher {
    let way = ways.get(proxy);
    if (!way) {
      way = proxy === null ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy });
      ways.set(proxy, way);
    }
    return way;
  }
  const destroy = (old: typeof ways) => Promise.all([...old.values()].map((way) => way.destroy()));

  return {
    async to(url) {
      return open(loopback.test(new URL(url).hostname) ? null : await proxyFor(url));
    },
    renew() {
      const old = ways;
      ways = new Map();
      // Requests under way on them fail, and are sent again on fresh connections.
      void destroy(old).catch(() => undefined);
    },
    async close() {
      await destroy(ways);
    },
  };
}
