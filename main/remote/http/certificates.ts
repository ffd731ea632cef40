/**
 * The certificate authorities that connections trust: those of Node.js, those of the operating
 * system, and those that the user has added.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import tls, { type SecureContext } from "node:tls";

/** Of Node.js 22.15 and later. */
type GetCertificates = (kind: "default" | "system") => string[];

/** The files of Linux distributions and BSD: Debian, Fedora and RHEL (two), openSUSE, Alpine. */
const systemFiles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * The certificates of a text in PEM format, each as PEM; other content, such as keys, is omitted.
 */
const splitPem = (text: string): string[] => text.match(block) ?? [];

const getCertificates = (tls as { getCACertificates?: GetCertificates }).getCACertificates;

/**
 * The authorities of the operating system, as PEM. Null if this version of Node.js cannot read
 * them: before 22.15 only the file of a Linux distribution is read.
 */
export function systemAuthorities(env = process.env): string[] | null {
  if (getCertificates) return getCertificates("system");
  if (process.platform === "win32" || process.platform === "darwin") return null;
  // The variable of OpenSSL.
  const named = env["SSL_CERT_FILE"];
  for (const file of named === undefined ? systemFiles : [named]) {
    const found = splitPem(readText(file));
    if (found.length > 0) return found;
  }
  return null;
}

/** The authorities of Node.js, including those of the file in NODE_EXTRA_CA_CERTS. */
function defaultAuthorities(): readonly string[] {
  if (getCertificates) return getCertificates("default");
  const extra = process.env["NODE_EXTRA_CA_CERTS"];
  return [...tls.rootCertificates, ...(extra === undefined ? [] : splitPem(readText(extra)))];
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * How long a context is used for new connections, in milliseconds. To create one takes up to 70 ms.
 */
const maxAgeMs = 5 * 60_000;
/** Contexts by the file in SSL_CERT_FILE and the added authorities. */
const contexts = new Map<string, { context: SecureContext; at: number }>();

/** The TLS context of connections that also trust `authorities` (PEM). Connections share it. */
export function trustingContext(authorities: string): SecureContext {
  const key = JSON.stringify([process.env["SSL_CERT_FILE"], authorities]);
  const known = contexts.get(key);
  if (known && performance.now() - known.at < maxAgeMs) return known.context;
  const all = [...defaultAuthorities(), ...(systemAuthorities() ?? []), ...splitPem(authorities)];
  const context = createContext(withoutDuplicates(all));
  contexts.clear();
  contexts.set(key, { context, at: performance.now() });
  return context;
}

function createContext(authorities: readonly string[]): SecureContext {
  try {
    return tls.createSecureContext({ ca: [...authorities] });
  } catch {
    // A system store can contain certificates that OpenSSL cannot parse.
    return tls.createSecureContext({ ca: authorities.filter((pem) => parse(pem) !== null) });
  }
}

function withoutDuplicates(authorities: readonly string[]): string[] {
  const byContent = new Map(authorities.map((pem) => [pem.replace(/\s+/g, ""), pem]));
  return [...byContent.values()];
}

function parse(certificate: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(certificate);
  } catch {
    return null;
  }
}

interface Authority {
  /** The common name or organization of the subject. */
  subject: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Why a file of authorities is rejected. */
type AuthorityFault =
  /** No certificate in PEM or DER format. */
  | "none-found"
  | "unreadable"
  /** A certificate of a server that another authority has issued. */
  | "not-an-authority"
  /** All certificates of the file have expired. */
  | "expired";

export type ReadAuthorities =
  | { pem: string; authorities: Authority[] }
  /** `position`: the number of the certificate in the file, from 1; 0 for the whole file. */
  | { fault: AuthorityFault; position: number };

/**
 * Reads and checks a file of authorities, in PEM (one or several certificates) or DER. `now`:
 * milliseconds since 1970.
 */
export function readAuthorities(content: Buffer, now: number): ReadAuthorities {
  const binary = content[0] === 0x30 ? parse(content) : null;
  const blocks = binary ? [binary.toString()] : splitPem(content.toString("utf8"));
  if (blocks.length === 0) return { fault: "none-found", position: 0 };
  const authorities: Authority[] = [];
  for (const [index, pem] of blocks.entries()) {
    const certificate = parse(pem);
    if (!certificate) return { fault: "unreadable", position: index + 1 };
    if (!certificate.ca && certificate.subject !== certificate.issuer)
      return { fault: "not-an-authority", position: index + 1 };
    authorities.push(describe(certificate));
  }
  if (authorities.every(({ expiresAt }) => expiresAt <= now))
    return { fault: "expired", position: 0 };
  return { pem: blocks.join("\n"), authorities };
}

function describe({ subject, validTo }: X509Certificate): Authority {
  // One line for each part of the name: "CN=…".
  const parts = new Map(
    subject.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const name = parts.get("CN") ?? parts.get("OU") ?? parts.get("O") ?? subject;
  return { subject: name, expiresAt: Date.parse(validTo) };
}
