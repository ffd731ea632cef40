/**
 * The proxies and certificate authorities of the terminal commands, from the environment as of
 * curl.
 */
import { readFileSync } from "node:fs";
import { AppError } from "../common/errors";
import { readAuthorities } from "../remote/http/certificates";
import { isLoopbackHost, type Proxy, type Routes } from "../remote/http/routes";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * HTTPS_PROXY, HTTP_PROXY, ALL_PROXY ("http://user:password@proxy.example:3128", schemes http,
 * https and socks5) and NO_PROXY (hosts and domains, separated by commas), also in lower case;
 * DUBYARD_CA_FILE (certificates in PEM or DER).
 * @throws AppError "invalid-input"; the message names the variable
 */
export function environmentRoutes(env: Environment): Routes {
  const authorities = readCaFile(env["DUBYARD_CA_FILE"] ?? "");
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
  return {
    of(text) {
      const url = new URL(text);
      const isDirect = isLoopbackHost(url.hostname) || isBypassed(url);
      const proxy = isDirect ? null : (proxies[url.protocol] ?? null);
      return Promise.resolve({ proxy, authorities });
    },
    failed: () => undefined,
  };
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

function readCaFile(file: string): string {
  if (file === "") return "";
  let content: Buffer;
  try {
    content = readFileSync(file);
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
