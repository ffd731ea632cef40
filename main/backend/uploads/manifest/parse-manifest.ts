/**
 * Reads a manifest, CSV or JSON, from any source: every row is checked, and a problem names its
 * row.
 */
import { z } from "zod";
import { deliveryFormat } from "../../../../preload/facts/delivery";
import { pathRule } from "../../../../preload/facts/rules";
import { AppError } from "../../../common/errors";
import { readCsv } from "../../../script-formats/files/csv";
import { unescapeFormula } from "../../../script-formats/files/csv-escapes";
import { createProblems, UnreadableFile } from "../../../script-formats/problems";
import { columnsOf } from "../../../script-formats/table";
import { normalisePath } from "../../gallery/gallery-path";
import {
  manifestColumns,
  manifestFields,
  manifestFormat,
  manifestVersion,
  type ManifestRow,
} from "./columns";
import type { ManifestExtension } from "./manifest-text";
import { truncate } from "../../../common/printable";

/**
 * A row with the columns that the manifest has. The gallery path is normalised, and unique in the
 * manifest.
 */
export type ManifestEntry = Pick<ManifestRow, "galleryPath"> & Partial<ManifestRow>;

export interface ParsedManifest {
  entries: ManifestEntry[];
  /**
   * One text per invalid row, at most `maxListed`; the manifest must not be used unless there are
   * none.
   */
  problems: string[];
  /** The number of further problems. */
  moreProblems: number;
  /** Whether it is the manifest of a delivery, beside which there is a list of checksums. */
  isDelivery: boolean;
}

/** Maximum size of a manifest in bytes: about 500,000 rows. */
export const maxManifestBytes = 200 * 1024 ** 2;
const maxListed = 20;

/** A row of the file: the value of each column that it has. */
interface RawRow {
  /**
   * "row 3" of a CSV file, counted as in a spreadsheet; "file 2" of a JSON file, counted from 1.
   */
  name: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Throws "invalid-input" if the file as a whole is not a manifest; the message begins with a verb
 * ("is not UTF-8").
 */
export function parseManifest(bytes: Uint8Array, extension: ManifestExtension): ParsedManifest {
  const text = decode(bytes);
  const problems: string[] = [];
  let moreProblems = 0;
  const report = (problem: string) => {
    if (problems.length < maxListed) problems.push(problem);
    else moreProblems += 1;
  };
  const entries: ManifestEntry[] = [];
  const names = new Map<string, string>();
  const manifest = extension === "csv" ? null : readJson(text);
  for (const { name, values } of manifest ? jsonRows(manifest) : csvRows(text)) {
    const problem = problemOf(values);
    if (problem !== null) {
      report(`${name}: ${problem}`);
      continue;
    }
    const row = pickFields(values) as ManifestEntry;
    const galleryPath = normalisePath(row.galleryPath);
    const first = names.get(galleryPath);
    if (first === undefined) {
      names.set(galleryPath, name);
      entries.push({ ...row, galleryPath });
    } else report(`${name}: galleryPath ${quote(galleryPath)} is also in ${first}`);
  }
  return { entries, problems, moreProblems, isDelivery: manifest?.isDelivery ?? false };
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte order mark is removed.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("is not UTF-8 text");
  }
}

/** The rows of a CSV file. Columns are found by name; unknown ones are ignored. */
function* csvRows(text: string): Generator<RawRow> {
  const problems = createProblems();
  let table: ReturnType<typeof readCsv>;
  try {
    table = readCsv(text, problems);
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid(`cannot be read: ${error.message}`);
    throw error;
  }
  const byName = new Map(manifestFields.map((field) => [field.toLowerCase(), field]));
  const columns = columnsOf(table, problems, (key) => byName.has(key));
  const [problem] = problems.list();
  if (problem) throw invalid(`has a problem in row ${problem.row ?? 1}: ${problem.message}`);
  if (!columns.has("gallerypath")) throw invalid("has no column galleryPath in its first row");
  const known = [...columns].flatMap(([key, { index }]) => {
    const field = byName.get(key);
    return field === undefined ? [] : [{ field, index }];
  });
  for (const { row, cells } of table.rows) {
    if (row === 1 || cells.every((cell) => cell.trim() === "")) continue;
    const values: Record<string, unknown> = {};
    for (const { field, index } of known)
      values[field] = manifestColumns[field].fromCell(unescapeFormula(cells[index] ?? ""));
    yield { name: `row ${row}`, values };
  }
}

const jsonManifest = z.object({
  format: z.literal(manifestFormat),
  version: z.number(),
  files: z.array(z.unknown()),
});
const jsonRow = z.record(z.string(), z.unknown());

const deliveryManifest = z.object({
  format: z.literal(deliveryFormat.format),
  formatVersion: z.literal(deliveryFormat.formatVersion),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

interface JsonManifest {
  files: readonly unknown[];
  isDelivery: boolean;
}

function readJson(text: string): JsonManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const delivery = deliveryManifest.safeParse(value);
  if (delivery.success) {
    const files = delivery.data.files.map(({ path, bytes, sha256 }) => ({
      galleryPath: path,
      size: bytes,
      sha256,
    }));
    return { files, isDelivery: true };
  }
  const parsed = jsonManifest.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`is not a manifest: ${issue?.path.join(".") || "file"}: ${issue?.message ?? ""}`);
  }
  const { version, files } = parsed.data;
  if (version !== manifestVersion)
    throw invalid(`has version ${version}; this program reads version ${manifestVersion}`);
  return { files, isDelivery: false };
}

function* jsonRows({ files }: JsonManifest): Generator<RawRow> {
  for (const [index, file] of files.entries()) {
    const row = jsonRow.safeParse(file);
    // An empty row has a problem: it has no path.
    yield { name: `file ${index + 1}`, values: row.success ? row.data : {} };
  }
}

/** What is wrong with a row, or null. */
function problemOf(values: RawRow["values"]): string | null {
  for (const field of manifestFields) {
    if (!Object.hasOwn(values, field) && field !== "galleryPath") continue;
    const { schema, expects } = manifestColumns[field];
    if (!schema.safeParse(values[field]).success) return `${field} must be ${expects}`;
  }
  const galleryPath = values["galleryPath"] as string;
  if (galleryPath.startsWith("/") || /^[A-Za-z]:/.test(galleryPath))
    return `galleryPath ${quote(galleryPath)} is an absolute path`;
  if (galleryPath.split(/[/\\]/).includes(".."))
    return `galleryPath ${quote(galleryPath)} contains ".."`;
  const rule = pathRule(galleryPath);
  if (rule !== null) return `galleryPath ${quote(galleryPath)} is not a gallery path (${rule})`;
  const { md5 = "", sha256 = "", status = "unchanged" } = values;
  if (status === "unchanged" && md5 === "" && sha256 === "") return "has neither md5 nor sha256";
  return null;
}

const pickFields = (values: RawRow["values"]) =>
  Object.fromEntries(
    manifestFields
      .filter((field) => Object.hasOwn(values, field))
      .map((field) => [field, values[field]]),
  );

const quote = (text: string) => JSON.stringify(truncate(text, 200));

const invalid = (message: string) => new AppError("invalid-input", message);
