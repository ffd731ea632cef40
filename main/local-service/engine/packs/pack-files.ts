/** The files that belong to a pack. */
import type { PackContents } from "./pack";

/** The files without which a pack cannot be used, as paths inside its folder. */
export function requiredFiles(contents: PackContents): string[] {
  switch (contents.kind) {
    case "voices": {
      const { model } = contents;
      const files = [model.model, model.tokens, model.lexicon];
      if (model.type === "kokoro") files.push(model.voices);
      return files.filter((file) => file !== undefined);
    }
    case "transcription":
      return [contents.encoder, contents.decoder, contents.tokens];
    case "voice-activity":
      return [contents.model];
    case "speakers":
      return [contents.embedding];
    case "translation":
      return [contents.model, contents.lexicalShortlist, ...contents.vocabularies];
  }
}

/** A folder of which all files belong to the pack, with at least one; null for none. */
export const requiredFolder = (contents: PackContents): string | null =>
  (contents.kind === "voices" && contents.model.dataFolder) || null;

/** Terms and descriptions beside a model, which stay with it. */
const documents = /^(?:LICEN[CS]E|NOTICE|COPYING|README|MODEL_CARD)[^/]*$/i;

/**
 * Whether a file of an archive or folder is installed. Archives contain more: those of Whisper have
 * each model in two precisions.
 */
export function isInstalled(contents: PackContents, path: string): boolean {
  const folder = requiredFolder(contents);
  return (
    requiredFiles(contents).includes(path) ||
    (folder !== null && path.startsWith(`${folder}/`)) ||
    documents.test(path)
  );
}

/** The first file of the pack that is missing among these; null if it is whole. */
export function missingFile(contents: PackContents, paths: ReadonlySet<string>): string | null {
  const missing = requiredFiles(contents).find((file) => !paths.has(file));
  if (missing !== undefined) return missing;
  const folder = requiredFolder(contents);
  if (folder === null || [...paths].some((path) => path.startsWith(`${folder}/`))) return null;
  return `${folder}/`;
}
