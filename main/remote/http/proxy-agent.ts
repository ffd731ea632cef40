/**
 * Connections through a proxy: CONNECT of HTTP, or SOCKS5. Failures of the proxy have their own
 * error codes.
 */
import type { SecureContext } from "node:tls";
import {
  Pool,
  ProxyAgent,
  Socks5ProxyAgent,
  buildConnector,
  type Agent,
} from "../../common/http/undici";
import { AppError } from "../../common/errors";
import { clean } from "../../../preload/facts/shown-text";
import { fromNetworkError } from "./http-errors";
import type { Proxy } from "./routes";

export interface ProxyTls {
  /** Of a connection to the proxy, and of its response. Milliseconds. */
  timeout: number;
  /** TLS context for the proxy and for the host. */
  secureContext: SecureContext;
}

export function createProxyAgent(proxy: Proxy, options: Agent.Options, tls: ProxyTls) {
  const { protocol, host } = new URL(proxy.url);
  if (protocol === "socks5:") {
    const connect = buildConnector(tls);
    const options: Socks5ProxyAgent.Options & { requestTls: typeof tls } = {
      connect: (target, callback) =>
        connect(target, (...[error, socket]) =>
          error === null ? callback(null, socket) : callback(proxyFailed(host, error), null),
        ),
      requestTls: tls,
      ...(proxy.userName === "" ? {} : { username: proxy.userName, password: proxy.password }),
    };
    return new Socks5ProxyAgent(proxy.url, options);
  }
  return new ProxyAgent({
    ...options,
    uri: proxy.url,
    // Also for services without TLS: the library would otherwise send their requests to the proxy
    // itself.
    proxyTunnel: true,
    ...(proxy.userName === "" ? {} : { token: basicToken(proxy) }),
    requestTls: tls,
    proxyTls: tls,
    // A proxy that accepts the connection and does not respond must not block requests for the
    // default of 5 minutes.
    clientFactory: (origin, client: Pool.Options) =>
      new ProxyPool(origin, { ...client, headersTimeout: tls.timeout }, proxy),
  });
}

const basicToken = ({ userName, password }: Proxy) =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`;

/** The headers of a CONNECT request. */
export const proxyHeaders = (proxy: Proxy): Record<string, string> =>
  proxy.userName === "" ? {} : { "proxy-authorization": basicToken(proxy) };

/** The connections to the proxy. */
class ProxyPool extends Pool {
  readonly #proxy: Proxy;

  constructor(origin: URL, options: Pool.Options, proxy: Proxy) {
    super(origin, options);
    this.#proxy = proxy;
  }

  override connect(...parameters: never[]): never {
    const [options] = parameters as unknown as [Parameters<Pool["connect"]>[0]];
    return this.#tunnel(options) as never;
  }

  async #tunnel(options: Parameters<Pool["connect"]>[0]) {
    const { host } = new URL(this.#proxy.url);
    let response;
    try {
      response = await super.connect(options);
    } catch (error) {
      throw proxyFailed(host, error);
    }
    if (response.statusCode === 200) return response;
    response.socket.on("error", () => undefined).destroy();
    throw rejectedByProxy(this.#proxy, response.statusCode, response.headers["proxy-authenticate"]);
  }
}

export function proxyFailed(host: string, error: unknown): AppError {
  const { message } = fromNetworkError(error);
  return new AppError("proxy-failed", `${host}: ${message}`, { cause: error });
}

/** The proxy responded to CONNECT with another status than 200. */
export function rejectedByProxy(
  { url, userName }: Proxy,
  status: number,
  schemes: string | string[] | undefined,
): AppError {
  const { host } = new URL(url);
  if (status !== 407)
    return new AppError("proxy-failed", `${host}: HTTP ${status}`, { details: { status } });
  const offered = [schemes ?? []]
    .flat()
    .map((challenge) => clean(challenge.split(/[\s,]/)[0] ?? ""));
  const isBasic = offered.length === 0 || offered.some((scheme) => /^basic$/i.test(scheme));
  const why = isBasic
    ? userName === ""
      ? "requires a user name and password"
      : "rejects the user name and password"
    : `requires ${offered.join(", ")}; only Basic is supported`;
  return new AppError("proxy-credentials", `${host} ${why}`);
}
