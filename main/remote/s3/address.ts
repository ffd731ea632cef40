/** Where a bucket and its objects are, and what our objects are called. */
import { randomBytes } from "node:crypto";
import { AppError } from "../../common/errors";

/** A bucket of an S3-compatible service and the key to it. The secret never leaves this folder. */
export interface BucketConnection {
  endpoint: string;
  region: string;
  bucket: string;
  /** "" or ending in "/". */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's name stands in the path, not before the host. */
  isPathStyle: boolean;
}

type Place = Omit<BucketConnection, "secretAccessKey">;

/** Bytes of a key that every service takes, the prefix included. */
const maxKeyBytes = 1024;
const maxNameBytes = 200;
/** Of an object's id: 128 bits that nobody can guess, as the keys of a bucket may be told to others. */
const idBytes = 16;

/** The message is for logs; the window has its own words for the rule. */
function invalid(field: string, rule: string, message: string): AppError {
  const details = [{ field, message: rule }];
  return new AppError("invalid-input", `${field}: ${message}`, { details });
}

/**
 * A bucket as it is kept: what people copy from the pages of the services is put right where there is no doubt.
 * Throws "invalid-input" with the field.
 * SECURITY: signed requests and scripts go over TLS, except to this computer itself.
 */
export function normaliseBucket<P extends Place>(place: P): P {
  const bucket = place.bucket.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(bucket))
    throw invalid(
      "bucket",
      "not-a-bucket",
      "not the name of a bucket: letters, digits, dots and hyphens",
    );
  const url = readEndpoint(place.endpoint);
  // R2 shows its address with the bucket in the path, AWS the bucket's own host.
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  const base = path === `/${bucket}` ? "" : path;
  const isOwnHost = url.host.startsWith(`${bucket}.s3`) && /\.amazonaws\.com/.test(url.host);
  const host = isOwnHost ? url.host.slice(bucket.length + 1) : url.host;
  if (!place.isPathStyle && base !== "")
    throw invalid(
      "endpoint",
      "needs-path-style",
      "an address with a path needs the bucket's name in the path",
    );
  if (!place.isPathStyle && url.protocol === "https:" && bucket.includes("."))
    throw invalid(
      "isPathStyle",
      "needs-path-style",
      "a bucket with dots in its name needs its name in the path",
    );
  if (!place.isPathStyle && /^[\d.]+(:\d+)?$|^\[/.test(host))
    throw invalid(
      "isPathStyle",
      "needs-path-style",
      "an address of numbers needs the bucket's name in the path",
    );
  return {
    ...place,
    endpoint: `${url.protocol}//${host}${base}`,
    region: readRegion(place.region),
    bucket,
    prefix: readPrefix(place.prefix),
    accessKeyId: place.accessKeyId.trim(),
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
    throw invalid("endpoint", "user-in-url", "must not hold a user name or password");
  if (url.search !== "" || url.hash !== "")
    throw invalid("endpoint", "query-in-url", "must not hold a query (the part after “?” or “#”)");
  return url;
}

function readRegion(text: string): string {
  const region = text.trim().toLowerCase();
  // It stands in a header and in a path of slashes.
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
    throw invalid("prefix", "not-a-prefix", "must hold no backslash and no control character");
  if (segments.some((segment) => ["", ".", ".."].includes(segment)))
    throw invalid("prefix", "not-a-prefix", "each part between slashes needs a name");
  if (Buffer.byteLength(prefix) > maxKeyBytes - maxNameBytes - 2 * idBytes - 2)
    throw invalid("prefix", "too-long", "too long");
  return `${prefix}/`;
}

/** As RFC 3986 has it: what may stand in a path or query as it is, is little. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Origin and path of an object, or of the bucket for "". Both are encoded and are signed as they are. */
export function addressOf(place: Place, key: string): { origin: string; path: string } {
  const url = new URL(place.endpoint);
  const base = url.pathname.replace(/(?<!\/)\/+$/, "");
  const encodedKey = key.split("/").map(encode).join("/");
  if (place.isPathStyle)
    return {
      origin: url.origin,
      path: `${base}/${encode(place.bucket)}/${encodedKey}`.replace(/\/$/, ""),
    };
  return { origin: `${url.protocol}//${place.bucket}.${url.host}`, path: `/${encodedKey}` };
}

/**
 * A name that every service and file system keeps: NFC, no signs that paths and URLs need, at most 200 bytes. Its
 * extension stays whatever happens to the rest: services judge scripts by it.
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

/** A key for a new object; `id` is what the rest of the program calls it by. */
export function newKey(place: Place, name: string): { id: string; key: string } {
  const id = `${randomBytes(idBytes).toString("hex")}/${safeFileName(name)}`;
  return { id, key: place.prefix + id };
}

const ownId = /^[0-9a-f]{32}\/[^/]+$/;

/** The id of an object by its key, or null for one that is not ours. */
export function idOfKey(place: Place, key: string): string | null {
  if (!key.startsWith(place.prefix)) return null;
  const id = key.slice(place.prefix.length);
  return ownId.test(id) ? id : null;
}

/**
 * The key of one of our own objects. Throws "not-found" for anything else.
 * SECURITY: whoever asks with an id reaches nothing in the bucket that we did not put there.
 */
export function keyOfId(place: Place, id: string): string {
  if (!ownId.test(id)) throw new AppError("not-found", "there is no such script in the bucket");
  return place.prefix + id;
}

/** The name that an object was given. */
export const nameOfId = (id: string): string => id.slice(id.indexOf("/") + 1);
