/**
 * The signed list of releases. The file is JSON, `{"signed": text, "signatures": [text, …]}`:
 * `signed` is the list as JSON text, and each signature is Ed25519 over the UTF-8 bytes of that
 * text, in base64. The text is parsed only after a signature was verified.
 */
import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { isLoopbackHost } from "../../remote/http/routes";
import type { UpdateFeed } from "../ports";
import { UpdateRefused } from "./errors";

/** The longest file that is read, in bytes. */
export const maxListBytes = 1024 * 1024;

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);
const file = z.object({
  /** The system and the processor are those of `process.platform` and `process.arch`. */
  os: z.string(),
  arch: z.string(),
  /** An `InstallKind`; files of other kinds are ignored. */
  kind: z.string(),
  url: z.url().max(2000),
  size: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
});
const release = z.object({
  version,
  date: z.iso.date(),
  notes: z.object({ en: z.string().max(20_000), de: z.string().max(20_000) }),
  security: z.boolean().default(false),
  /** The part of computers that this release is offered to; 0 withdraws it. */
  rollout: z.number().min(0).max(1),
  /** The lowest version that can be updated to this one directly. */
  minimumVersion: version.optional(),
  /** The lowest version of the operating system: numbers and dots, by the name of `os`. */
  minimumSystem: z.record(z.string(), z.string().regex(/^\d+(\.\d+)*$/)).default({}),
  files: z.array(file).max(100),
});
const releaseList = z.object({
  /** Grows with each list. */
  metadataVersion: z.int().min(1),
  expires: z.iso.datetime(),
  releases: z.array(release).max(200),
});
export type ReleaseFile = z.infer<typeof file>;
export type Release = z.infer<typeof release>;
export type ReleaseList = z.infer<typeof releaseList>;

const envelope = z.object({
  signed: z.string(),
  signatures: z.array(z.string().max(200)).min(1).max(10),
});

/** The bytes before a raw Ed25519 key in the format SPKI. */
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

function keyOf(text: string): KeyObject {
  const raw = Buffer.from(text, "base64");
  if (raw.length !== 32) throw new Error("a key of the update feed is not of Ed25519");
  return createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: "der", type: "spki" });
}

export interface ListCheck {
  feed: UpdateFeed;
  /** Wall clock, in milliseconds since 1970. */
  now: number;
  /** The highest `metadataVersion` that was accepted before; 0 for none. */
  highestVersion: number;
}

/** Reads a list. @throws UpdateRefused */
export function openReleaseList(text: string, { feed, now, highestVersion }: ListCheck) {
  const opened = parse(text, envelope);
  if (!opened) throw new UpdateRefused("no-list", "the response is not a signed list of releases");
  const bytes = Buffer.from(opened.signed, "utf8");
  const signatures = opened.signatures.map((signature) => Buffer.from(signature, "base64"));
  // SECURITY: nothing of the list is read before one of the keys of this build has signed it.
  const isSigned = feed.keys
    .map(keyOf)
    .some((key) => signatures.some((signature) => verify(null, bytes, key, signature)));
  if (!isSigned) throw new UpdateRefused("bad-signature", "no key of this build signed the list");
  const list = parse(bytes.toString("utf8"), releaseList);
  if (!list) throw new UpdateRefused("invalid-list", "the signed list has another format");
  // SECURITY: an older list could offer a version with known faults, or hide a newer one.
  if (list.metadataVersion < highestVersion)
    throw new UpdateRefused("replayed", `list ${list.metadataVersion} after ${highestVersion}`);
  if (Date.parse(list.expires) <= now)
    throw new UpdateRefused("expired", `the list expired at ${list.expires}`);
  for (const { files } of list.releases)
    for (const { url } of files)
      if (!isOfFeed(url, feed))
        throw new UpdateRefused("foreign-address", "a file on another host");
  return list;
}

/** The value of a text in JSON, or null if it is not JSON of this schema. */
function parse<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** SECURITY: files come from the host of the list, with TLS; without it only in tests. */
function isOfFeed(url: string, feed: UpdateFeed): boolean {
  const { origin, protocol, hostname } = new URL(url);
  if (origin !== new URL(feed.url).origin) return false;
  return protocol === "https:" || (feed.isLoopbackAllowed && isLoopbackHost(hostname));
}
