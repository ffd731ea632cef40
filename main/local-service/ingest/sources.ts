/** Where scripts and media are had from: this service's own script store, its gallery, or a URL. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { urlRule } from "../../../preload/facts/rules";
import { fileNameOf, readLocation, urlWords } from "../batches/locations";
import type { ObjectStore } from "../objects/port";
import type { LocalStore } from "../rows/port";
import { SourceProblem, type Fetcher } from "./fetch";
import { findUnreachable } from "./check-urls";

/** Bytes of a script: "MB" is 1024² of them. */
export const maxScriptBytes = 50 * 1024 ** 2;

export interface SourcesDeps {
  store: LocalStore;
  objects: ObjectStore;
  fetcher: Fetcher;
}

/** All of these throw a SourceProblem that says why something cannot be had. */
export interface Sources {
  /** `location` is a URL. */
  readScript(
    location: string,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; fileName: string }>;
  /** That a video is in the gallery and one by its content type, or that its URL answers. */
  checkVideo(location: string, signal: AbortSignal): Promise<void>;
  /** Of source audios, those that are no good, with the reason: paths must be in the gallery, and URLs answer. */
  problemsOfAudio(
    locations: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Map<string, string>>;
}

/** Below the base URL: where this service gives out the scripts that it keeps. */
export const scriptUrlPath = /^\/api\/local\/scripts\/([0-9a-f]{32})\/[^/]+$/;

const askedAtOnce = 2000;

/** The id in a URL of this service's own script store; its port may have been another one then. */
function ownScriptId(url: URL): string | null {
  const isHere = url.hostname === "127.0.0.1" || url.hostname === "localhost";
  return isHere ? (scriptUrlPath.exec(url.pathname)?.[1] ?? null) : null;
}

export function createSources({ store, objects, fetcher }: SourcesDeps): Sources {
  async function readObject(location: string): Promise<Uint8Array> {
    const size = await objects.sizeAt(location);
    if (size !== null && size > maxScriptBytes)
      throw new SourceProblem(`is larger than ${maxScriptBytes / 1024 ** 2} MB`);
    const bytes = size === null ? null : await objects.read(location);
    if (!bytes) throw new SourceProblem("is no longer there");
    return bytes;
  }

  async function bytesAt(location: string, signal: AbortSignal): Promise<Uint8Array> {
    const rule = urlRule(location);
    if (rule !== null) throw new SourceProblem(urlWords(rule));
    const url = new URL(location);
    const id = ownScriptId(url);
    const script = id === null ? null : await store.findScript(id);
    if (script) return readObject(script.location);
    if (id !== null) throw new SourceProblem("is not in the script store");
    return fetcher.fetch(url, maxScriptBytes, signal);
  }

  return {
    async readScript(location, signal) {
      return { bytes: await bytesAt(location, signal), fileName: fileNameOf(location) };
    },
    async checkVideo(location, signal) {
      const read = readLocation(location);
      if (read.kind === "problem") throw new SourceProblem(read.message);
      if (read.kind === "url") {
        await fetcher.probe(read.url, signal);
        return;
      }
      const file = await store.findFile(read.path);
      if (!file) throw new SourceProblem("is not in the media gallery");
      if (!file.contentType.startsWith("video/")) throw new SourceProblem("is not a video");
    },
    async problemsOfAudio(locations, signal) {
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
        // A script may hold hundreds of thousands: other requests get their turn in between.
        if (count % askedAtOnce === 0) await nextTurn();
      }
      const paths = [...new Set(byPath.values())];
      const known = new Set<string>();
      for (let from = 0; from < paths.length; from += askedAtOnce) {
        for (const path of await store.knownPaths(paths.slice(from, from + askedAtOnce)))
          known.add(path);
        await nextTurn();
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
