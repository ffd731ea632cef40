/** URLs of a bucket and its objects, and the keys of the objects that this application stores. */
import { randomBytes } from "node:crypto";
import { AppError } from "../../common/errors";

/**
 * A bucket of an S3-compatible service and its access key. The secret is not passed to code outside
 * this folder.
 */
export interface BucketConnection {
  endpoint: string;
  region: string;
  bucket: string;
  /** "" or a path that ends with "/". */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Whether the URL contains the bucket name in the path (path style) instead of in the host name.
   */
  isPathStyle: boolean;
}

type BucketLocation = Omit<BucketConnection, "secretAccessKey">;

/** Maximum length of a key in bytes, including the prefix. All services support this length. */
const maxKeyBytes = 1024;
const maxNameBytes = 200;
/**
 * Length of the random part of an object id in bytes. 128 bits cannot be guessed; this matters
 * because the keys of a bucket may be disclosed to other parties.
 */
const idBytes = 16;

/** The message is for logs. The renderer has its own localized text for each rule. */
function invalid(field: string, rule: string, message: string): AppError {
  const details = [{ field, message: rule }];
  return new AppError("invalid-input", `${field}: ${message}`, { details });
}

/**
 * Normalizes the settings of a bucket for storage. Values copied from the web pages of the services
 * are corrected if their meaning is unambiguous. Throws "invalid-input" with the field.
 * SECURITY: signed requests and scripts are sent over TLS only, except to a loopback address.
 */
export function normaliseBucket<L extends BucketLocation>(location: L): L {
  const bucket = location.bucket.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(bucket))
    throw invalid(
      "bucket",
      "not-a-bucket",
      "not the name of a bucket: letters, digits, dots and hyphens",
    );
  const url = readEndpoint(location.endpoint);
  // R2 displays its endpoint with the bucket in the path. AWS displays the host name of the bucket.
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  const base = path === `/${bucket}` ? "" : path;
  const isOwnHost = url.host.startsWith(`${bucket}.s3`) && /\.amazonaws\.com/.test(url.host);
  const host = isOwnHost ? url.host.slice(bucket.length + 1) : url.host;
  if (!location.isPathStyle && base !== "")
    throw invalid(
      "endpoint",
      "needs-path-style",
      "an address with a path needs the bucket's name in the path",
    );
  if (!location.isPathStyle && url.protocol === "https:" && bucket.includes("."))
    throw invalid(
      "isPathStyle",
      "needs-path-style",
      "a bucket with dots in its name needs its name in the path",
    );
  if (!location.isPathStyle && /^[\d.]+(:\d+)?$|^\[/.test(host))
    throw invalid(
      "isPathStyle",
      "needs-path-style",
      "an address of numbers needs the bucket's name in the path",
    );
  return {
    ...location,
    endpoint: `${url.protocol}//${host}${base}`,
    region: readRegion(location.region),
    bucket,
    prefix: readPrefix(location.prefix),
    accessKeyId: location.accessKeyId.trim(),
  };
}

function readEndpoint(text: string): URL {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  } catch {
    throw invalid("endpoint", "not-a-url", "not a web address; it begins with https://");
  }
  const isLoopback =
    /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname) || url.hostname.endsWith(".localhost");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback))
    throw invalid(
      "endpoint",
      "not-secure",
      "must begin with https:// (http:// is for this computer only)",
    );
  if (url.username !== "" || url.password !== "")
    throw invalid("endpoint", "user-in-url", "must not contain a user name or password");
  if (url.search !== "" || url.hash !== "")
    throw invalid(
      "endpoint",
      "query-in-url",
      "must not contain a query (the part after “?” or “#”)",
    );
  return url;
}

function readRegion(text: string): string {
  const region = text.trim().toLowerCase();
  // The region is part of a header and of the credential scope, which is separated by slashes.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(region))
    throw invalid(
      "region",
      "not-a-region",
      "not a region; most look like eu-central-1, and some services say auto",
    );
  return region;
}

function readPrefix(text: string): string {
  const segments = text
    .trim()
    .normalize("NFC")
    .replace(/^\/+|(?<!\/)\/+$/g, "")
    .split("/");
  const prefix = segments.join("/");
  if (prefix === "") return "";
  if (/\p{Cc}|\p{Surrogate}|\\/u.test(prefix))
    throw invalid("prefix", "not-a-prefix", "must not contain a backslash or a control character");
  if (segments.some((segment) => ["", ".", ".."].includes(segment)))
    throw invalid("prefix", "not-a-prefix", "each part between slashes needs a name");
  if (Buffer.byteLength(prefix) > maxKeyBytes - maxNameBytes - 2 * idBytes - 2)
    throw invalid("prefix", "too-long", "too long");
  return `${prefix}/`;
}

/** Percent-encodes everything except the unreserved characters of RFC 3986. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Origin and path of an object, or of the bucket if the key is "". Both are encoded and are signed
 * unchanged.
 */
export function addressOf(location: BucketLocation, key: string): { origin: string; path: string } {
  const url = new URL(location.endpoint);
  const base = url.pathname.replace(/(?<!\/)\/+$/, "");
  const encodedKey = key.split("/").map(encode).join("/");
  if (location.isPathStyle)
    return {
      origin: url.origin,
      path: `${base}/${encode(location.bucket)}/${encodedKey}`.replace(/\/$/, ""),
    };
  return { origin: `${url.protocol}//${location.bucket}.${url.host}`, path: `/${encodedKey}` };
}

/**
 * Converts a name to one that all services and file systems preserve: NFC, no characters with a
 * meaning in paths or URLs, at most 200 bytes. The extension is always preserved, because services
 * detect the script type by it.
 */
export function safeFileName(name: string): string {
  const cleaned = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\\/{}^%`[\]"'<>~#|?*:;&=+@,$]+/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(cleaned)?.[0] ?? "";
  let stem = cleaned
    .slice(0, cleaned.length - extension.length)
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, "");
  while (Buffer.byteLength(stem) > maxNameBytes - extension.length)
    stem = Array.from(stem).slice(0, -1).join("");
  return `${stem.trim() === "" ? "script" : stem.trim()}${extension}`;
}

/** Creates a key for a new object. The rest of the application identifies the object by `id`. */
export function newKey(location: BucketLocation, name: string): { id: string; key: string } {
  const id = `${randomBytes(idBytes).toString("hex")}/${safeFileName(name)}`;
  return { id, key: location.prefix + id };
}

const ownId = /^[0-9a-f]{32}\/[^/]+$/;

/** The id of the object with this key, or null if this application did not store the object. */
export function idOfKey(location: BucketLocation, key: string): string | null {
  if (!key.startsWith(location.prefix)) return null;
  const id = key.slice(location.prefix.length);
  return ownId.test(id) ? id : null;
}

/**
 * The key of an object that this application stored. Throws "not-found" for any other id.
 * SECURITY: an id gives the caller no access to other objects in the bucket.
 */
export function keyOfId(location: BucketLocation, id: string): string {
  if (!ownId.test(id)) throw new AppError("not-found", "there is no such script in the bucket");
  return location.prefix + id;
}

/** The file name of an object. */
export const nameOfId = (id: string): string => id.slice(id.indexOf("/") + 1);
