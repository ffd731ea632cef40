/**
 * Sources of batches without signatures. No schemas, because the renderer shows and the main
 * process stores them.
 */
import type { BatchOrigin, KnownSource } from "./batch-origin";
import type { BatchRequest, Source } from "./outbox";
import { fileNameOf, resemblesAddress } from "../facts/rules";

/**
 * SECURITY: a URL with a query may be signed, also a misspelt one. It is reduced to its file name
 * before it is shown or stored.
 */
export function toKnownSource(source: Source): KnownSource {
  if (source.kind !== "location") return source;
  const { location } = source;
  return resemblesAddress(location) && /[?#]/.test(location)
    ? { kind: "name", name: fileNameOf(location) }
    : source;
}

/** The origin of a batch that this application creates. */
export function originOf(request: Omit<BatchRequest, "name">, targetFolder: string): BatchOrigin {
  return {
    from: "here",
    script: toKnownSource(request.script),
    video: toKnownSource(request.video),
    languageCode: request.languageCode,
    settings: request.settings,
    targetFolder,
  };
}
