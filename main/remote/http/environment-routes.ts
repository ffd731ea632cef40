/**
 * The proxies and certificate authorities of the terminal commands: those that the administrator
 * has set, and those of the environment, as of curl.
 */
import { AppError } from "../../common/errors";
import type { Policies } from "../../common/policies";
import { readAuthorities } from "./certificates";
import { readManagedAuthorities } from "./managed-authorities";
import { isLoopbackHost, type Proxy, type Routes } from "./routes";
import type { Log } from "../../common/log";
import { readShort } from "../../common/files";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * HTTPS_PROXY, HTTP_PROXY, ALL_PROXY ("http://user:password@proxy.example:3128", schemes http,
 * https and socks5) and NO_PROXY (hosts and domains, separated by commas), also in lower case;
 * DUBYARD_CA_FILE (certificates in PEM or DER).
 *
 * A proxy of the administrator, or none, is used in place of these, with the user name and password
 * that a variable has for the same proxy; "system" leaves it to the variables. The authorities of
 * the administrator are trusted besides the others.
 * @throws AppError "invalid-input"; the message names the variable
 */
export function environmentRoutes(
  env: Environment,
  policies: Pick<Policies, "proxy" | "certificates">,
  log: Log,
): Routes {
  const managed = readManagedAuthorities(policies.certificates ?? null, {
    now: Date.now,
    log,
  });
  const authorities = managed.pem + readCaFile(env["DUBYARD_CA_FILE"] ?? "");
  const valueOf = (name: string) => env[name.toLowerCase()] ?? env[name] ?? "";
  const all = valueOf("ALL_PROXY");
  const proxies: Readonly<Record<string, Proxy | null>> = {
    "https:": readProxy("HTTPS_PROXY", valueOf("HTTPS_PROXY")) ?? readProxy("ALL_PROXY", all),
    "http:": readProxy("HTTP_PROXY", valueOf("HTTP_PROXY")) ?? readProxy("ALL_PROXY", all),
  };
  const bypassed = valueOf("NO_PROXY")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .map((entry) => entry.toLowerCase().replace(/^\*?\./, ""));

  function isBypassed({ hostname, host }: URL): boolean {
    return bypassed.some(
      (entry) =>
        entry === "*" || entry === hostname || entry === host || hostname.endsWith(`.${entry}`),
    );
  }
  /** The proxy of the administrator; null for none, undefined if the variables decide. */
  const forced = forcedProxy(policies.proxy, [proxies["https:"], proxies["http:"]]);
  function proxyOf(url: URL): Proxy | null {
    if (isLoopbackHost(url.hostname)) return null;
    if (forced !== undefined) return forced;
    return isBypassed(url) ? null : (proxies[url.protocol] ?? null);
  }
  return {
    of(text) {
      const proxy = proxyOf(new URL(text));
      return Promise.resolve({ proxy, authorities });
    },
    failed: () => undefined,
  };
}

function forcedProxy(
  set: Policies["proxy"],
  known: readonly (Proxy | null | undefined)[],
): Proxy | null | undefined {
  if (set === undefined || set === "system") return undefined;
  if (set === "none") return null;
  const ofUser = known.find((proxy) => proxy && new URL(proxy.url).origin === set);
  return ofUser ?? { url: set, userName: "", password: "" };
}

function readProxy(name: string, given: string): Proxy | null {
  if (given === "") return null;
  const text = given.includes("://") ? given : `http://${given}`;
  // SECURITY: the message does not repeat the value, which may contain a password.
  if (!URL.canParse(text)) throw invalid(`${name} is not a URL`);
  const { protocol, host, username, password } = new URL(text);
  const scheme = protocol.replace(/^socks(5h)?:$/, "socks5:");
  if (!["http:", "https:", "socks5:"].includes(scheme) || host === "")
    throw invalid(`${name} must begin with http://, https:// or socks5://`);
  return {
    url: `${scheme}//${host}`,
    userName: decode(name, username),
    password: decode(name, password),
  };
}

function decode(name: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`${name}: a "%" in the user name or password must be written as "%25"`);
  }
}

/** The maximum size of a file of authorities: that of a whole system has less than 1 MB. */
const maxCaBytes = 4 * 1024 ** 2;

function readCaFile(file: string): string {
  if (file === "") return "";
  let content: Buffer;
  try {
    content = readShort(file, maxCaBytes);
  } catch (cause) {
    throw invalid(`DUBYARD_CA_FILE: ${file} cannot be read`, cause);
  }
  const read = readAuthorities(content, Date.now());
  if (!("fault" in read)) return read.pem;
  const what = {
    "none-found": "contains no certificate in PEM or DER format",
    unreadable: `certificate ${read.position} is damaged`,
    "not-an-authority": `certificate ${read.position} belongs to a server, not to an authority`,
    expired: "all its certificates have expired",
  };
  throw invalid(`DUBYARD_CA_FILE: ${file}: ${what[read.fault]}`);
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError("invalid-input", message, { cause });
}
