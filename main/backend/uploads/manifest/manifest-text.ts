/** A manifest as the text of a CSV or JSON file. */
import path from "node:path";
import { escapeFormula, toRow } from "../../../script-formats/files/csv-escapes";
import { manifestFields, manifestFormat, manifestVersion, type ManifestRow } from "./columns";

export const manifestExtensions = ["csv", "json"] as const;
export type ManifestExtension = (typeof manifestExtensions)[number];

/** The format by the extension of the file, or null for another extension. */
export function manifestExtensionOf(file: string): ManifestExtension | null {
  const extension = path.extname(file).slice(1).toLowerCase();
  return manifestExtensions.find((known) => known === extension) ?? null;
}

/** Selected uploads that have no row. */
export interface OmittedUploads {
  /** Not in the gallery yet: waiting, active, paused or failed. */
  unfinished: number;
  /** Finished, but a later upload replaced the file at the same gallery path. */
  replaced: number;
}

/** The pieces of the file, in UTF-8: one per row, and those around the rows. */
export async function* manifestText(
  extension: ManifestExtension,
  omitted: OmittedUploads,
  rows: AsyncIterable<ManifestRow>,
): AsyncGenerator<string> {
  if (extension === "csv") {
    // The byte order mark marks the file as UTF-8 for spreadsheets.
    yield `\uFEFF${toRow(manifestFields)}`;
    for await (const row of rows)
      yield toRow(manifestFields.map((field) => escapeFormula(String(row[field]))));
    return;
  }
  const head = JSON.stringify({ format: manifestFormat, version: manifestVersion, ...omitted });
  yield `${head.slice(0, -1)},"files":[`;
  let separator = "\n";
  for await (const row of rows) {
    yield separator + JSON.stringify(row, [...manifestFields]);
    separator = ",\n";
  }
  yield "\n]}\n";
}
