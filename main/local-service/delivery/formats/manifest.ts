/** The manifest of a delivery: what it contains, and what is not as it should be. Without dates. */
import {
  deliveryFormat,
  deliveryPresets,
  type DeliveryPart,
  type DeliveryPreset,
} from "../../../../preload/facts/delivery";

export interface DeliveredFile {
  /** Relative to the folder of the delivery, with "/". */
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

interface ManifestLanguage {
  languageId: string;
  /** The folder of the language in the delivery. */
  folder: string;
  lines: number;
  approved: number;
  /** The numbers of lines without a text. */
  withoutText: readonly number[];
  /** Those with a text and without a take. */
  withoutTake: readonly number[];
  /** Those that are delivered without an approval. */
  unapproved: readonly number[];
  /** Findings of severity "error" that were not ignored. */
  errors: readonly { number: number; check: string }[];
  /** The highest frequency in hertz of each voice's own sound, where it is known. */
  bandwidths: Readonly<Record<string, number>>;
}

export interface Manifest {
  project: string;
  batch: string;
  version: number;
  preset: DeliveryPreset;
  parts: readonly DeliveryPart[];
  /** Errors and lines that are not complete or not approved were delivered on request. */
  isDeliveredAnyway: boolean;
  /** Files that could not be made, with the reason. */
  failures: readonly { path: string; problem: string }[];
  /** Files that do not meet the preset, and in which way. */
  findings: readonly { path: string; finding: string }[];
  /** Videos that do not have all of their source, with what is missing. */
  notKept: readonly { path: string; notKept: readonly string[] }[];
  languages: readonly ManifestLanguage[];
  /** The names as given, by the names in the delivery, where they differ. */
  originalNames: Readonly<Record<string, string>>;
}

const byPath = (a: DeliveredFile, b: DeliveredFile) => (a.path < b.path ? -1 : 1);

/** manifest.json, as UTF-8. The files are sorted. */
export function toManifest(manifest: Manifest, files: readonly DeliveredFile[]): string {
  const document = {
    ...deliveryFormat,
    ...manifest,
    preset: { name: manifest.preset, ...deliveryPresets[manifest.preset] },
    files: [...files].sort(byPath),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** SHA256SUMS, in the format of `sha256sum --check`. */
export const toChecksums = (files: readonly DeliveredFile[]): string =>
  [...files]
    .sort(byPath)
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join("");
