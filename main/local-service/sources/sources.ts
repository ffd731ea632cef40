/** Reads scripts and checks media: from the script store of this service, its gallery, or a URL. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { kindsOfUrl, lineKinds, type LineKindChoices } from "../../../preload/facts/line-kinds";
import { urlRule } from "../../../preload/facts/rules";
import { fileNameOf, readLocation, urlRuleMessage } from "./locations";
import type { ObjectStore } from "../objects/port";
import type { FileRows } from "../rows/file-port";
import type { ScriptRows } from "../rows/batches/script-port";
import type { DownloadState } from "../fetch/download";
import type { Fetcher } from "../fetch/fetch";
import { SourceError } from "../fetch/fetch-errors";
import { findUnreachable } from "../fetch/check-urls";

/** Maximum size of a script in bytes; 1 MB is 1024² bytes. */
export const maxScriptBytes = 50 * 1024 ** 2;

export interface SourcesDeps {
  store: FileRows & ScriptRows;
  objects: ObjectStore;
  fetcher: Fetcher;
  /** The host name in the URLs of this service; "" until it listens. */
  ownHost: () => string;
}

export interface ScriptFile {
  bytes: Uint8Array;
  fileName: string;
  kinds: LineKindChoices;
}

/** All functions throw a SourceError if a script or media file is unavailable. */
export interface Sources {
  /** The host of a URL at another computer; null for what this service stores, or is invalid. */
  hostOf(location: string): string | null;
  /** `location` is a URL; its fragment can choose which kinds of text are lines. */
  readScript(location: string, signal: AbortSignal): Promise<ScriptFile>;
  /** Downloads a URL to a file, which is replaced, with the free space of the disk as its limit. */
  download(
    url: URL,
    file: string,
    signal: AbortSignal,
    onState?: (state: DownloadState) => void,
  ): Promise<number>;
  /**
   * Checks that a video is in the gallery and has a video content type, or that its URL is
   * reachable.
   */
  checkVideo(location: string, signal: AbortSignal): Promise<void>;
  /**
   * Returns the invalid locations with the reason: paths must be in the gallery, and URLs must be
   * reachable.
   */
  findAudioProblems(
    locations: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Map<string, string>>;
}

/** Path of a script in the script store of this service. */
export const scriptUrlPath = /^\/api\/local\/scripts\/([0-9a-f]{32})\/[^/]+$/;

const pathsPerQuery = 2000;

function kindsOf(location: string): LineKindChoices {
  const kinds = kindsOfUrl(location);
  if (kinds === null)
    throw new SourceError(`#lines names an unknown kind; known are ${lineKinds.join(", ")}`);
  return kinds;
}

export function createSources({ store, objects, fetcher, ownHost }: SourcesDeps): Sources {
  /**
   * The id in a URL of this service's script store. The port is ignored: it may change at each
   * start.
   */
  function ownScriptId({ hostname, pathname }: URL): string | null {
    const isOwn = hostname === "127.0.0.1" || hostname === "localhost" || hostname === ownHost();
    return isOwn ? (scriptUrlPath.exec(pathname)?.[1] ?? null) : null;
  }

  async function readObject(location: string): Promise<Uint8Array> {
    const size = await objects.sizeAt(location);
    if (size !== null && size > maxScriptBytes)
      throw new SourceError(`is larger than ${maxScriptBytes / 1024 ** 2} MB`);
    const bytes = size === null ? null : await objects.read(location);
    if (!bytes) throw new SourceError("no longer exists");
    return bytes;
  }

  async function bytesAt(location: string, signal: AbortSignal): Promise<Uint8Array> {
    const rule = urlRule(location);
    if (rule !== null) throw new SourceError(urlRuleMessage(rule));
    const url = new URL(location);
    const id = ownScriptId(url);
    const script = id === null ? null : await store.findScript(id);
    if (script) return readObject(script.location);
    if (id !== null) throw new SourceError("is not in the script store");
    return fetcher.fetch(url, maxScriptBytes, signal);
  }

  return {
    hostOf(location) {
      const read = readLocation(location);
      return read.kind !== "url" || ownScriptId(read.url) !== null ? null : read.url.host;
    },
    async readScript(location, signal) {
      const kinds = kindsOf(location);
      return { bytes: await bytesAt(location, signal), fileName: fileNameOf(location), kinds };
    },
    download: async (url, file, signal, onState) =>
      fetcher.download(url, { file, maxBytes: await objects.freeBytes() }, signal, onState),
    async checkVideo(location, signal) {
      const read = readLocation(location);
      if (read.kind === "problem") throw new SourceError(read.message);
      if (read.kind === "url") {
        await fetcher.probe(read.url, signal);
        return;
      }
      const file = await store.findFile(read.path);
      if (!file) throw new SourceError("is not in the media gallery");
      if (!file.contentType.startsWith("video/")) throw new SourceError("is not a video");
    },
    async findAudioProblems(locations, signal) {
      const problems = new Map<string, string>();
      const byPath = new Map<string, string>();
      const byUrl = new Map<string, URL>();
      let count = 0;
      for (const location of locations) {
        const read = readLocation(location);
        if (read.kind === "problem") problems.set(location, read.message);
        if (read.kind === "gallery") byPath.set(location, read.path);
        if (read.kind === "url") byUrl.set(location, read.url);
        count += 1;
        // A script may name hundreds of thousands of locations: other requests are handled in
        // between.
        if (count % pathsPerQuery === 0) await yieldToEventLoop();
      }
      const paths = [...new Set(byPath.values())];
      const known = new Set<string>();
      for (let from = 0; from < paths.length; from += pathsPerQuery) {
        for (const path of await store.findExistingPaths(paths.slice(from, from + pathsPerQuery)))
          known.add(path);
        await yieldToEventLoop();
      }
      for (const [location, path] of byPath)
        if (!known.has(path)) problems.set(location, "is not in the media gallery");
      const unreached = await findUnreachable(fetcher, byUrl.values(), signal);
      for (const [location, { href }] of byUrl) {
        const message = unreached.get(href);
        if (message !== undefined) problems.set(location, message);
      }
      return problems;
    },
  };
}
