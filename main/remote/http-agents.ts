/** Persistent connections to services. Connections are reused and go through a proxy if one is configured. */
import { Agent, ProxyAgent, type Dispatcher } from "undici";

/** Resolves to the proxy for a URL ("http://proxy.example:3128"), or to null for a direct connection. */
export type ProxyFor = (url: string) => Promise<string | null>;

export interface ConnectionOptions {
  /** Maximum number of simultaneous connections to one host. */
  connections: number;
  /** Timeout of a request in milliseconds. The connect timeout is the same, but at most 15 s. */
  timeoutMs: number;
}

export interface Connections {
  /** The dispatcher for requests to this URL. */
  dispatcherFor(url: string): Promise<Dispatcher>;
  /** The dispatcher for requests through a proxy; null for direct ones. */
  through(proxy: string | null): Dispatcher;
  /** Closes all connections; later requests open new ones. After a system resume or a network change, open connections are dead but undetected. */
  reset(): void;
  /** Closes all connections and aborts active requests. */
  close(): Promise<void>;
}

const noProxy: ProxyFor = () => Promise.resolve(null);
const maxConnectMs = 15_000;
/** Loopback hosts. Requests to them never use a proxy. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL has a loopback host; false for an invalid URL. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

/** The proxy for requests to this URL, or null. */
export async function proxyOf(url: string, proxyFor: ProxyFor = noProxy): Promise<string | null> {
  return isLoopbackUrl(url) ? null : proxyFor(url);
}

export function createConnections(
  { connections, timeoutMs }: ConnectionOptions,
  proxyFor?: ProxyFor,
): Connections {
  const options: Agent.Options = {
    connections,
    pipelining: 1,
    allowH2: false,
    connectTimeout: Math.min(timeoutMs, maxConnectMs),
    keepAliveTimeout: 4_000,
  };
  let agents = new Map<string | null, Dispatcher>();

  function through(proxy: string | null): Dispatcher {
    let agent = agents.get(proxy);
    if (!agent) {
      agent = proxy === null ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy });
      agents.set(proxy, agent);
    }
    return agent;
  }
  const destroy = (old: typeof agents) =>
    Promise.all([...old.values()].map((agent) => agent.destroy()));

  return {
    dispatcherFor: async (url) => through(await proxyOf(url, proxyFor)),
    through,
    reset() {
      const old = agents;
      agents = new Map();
      // Active requests on the old connections fail; the retry logic sends repeatable ones on new connections.
      void destroy(old).catch(() => undefined);
    },
    async close() {
      await destroy(agents);
    },
  };
}
