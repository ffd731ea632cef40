/**
 * The columns of a manifest of uploads: one table for the CSV file, the JSON file and the parser of
 * both.
 */
import { z } from "zod";

/**
 * What is known about the file on disk when the manifest is written. Only an "unchanged" file has
 * hashes: those of another file would say something false about the upload.
 */
const manifestStatuses = [
  // size and modification time are those of the upload, and nothing has written to it or it has its
  // content
  "unchanged",
  "changed",
  "missing",
  "unreadable",
] as const;
export type ManifestStatus = (typeof manifestStatuses)[number];

interface ManifestColumn<S extends z.ZodType> {
  schema: S;
  /** What the schema accepts, for error messages. */
  expects: string;
  /**
   * The value of a CSV cell; a cell of another form is returned unchanged, and the schema rejects
   * it.
   */
  fromCell: (cell: string) => unknown;
}

function column<S extends z.ZodType<string | number>>(schema: S, expects: string) {
  const isNumber = schema instanceof z.ZodNumber;
  const fromCell = (cell: string) => (isNumber && /^\d+$/.test(cell) ? Number(cell) : cell);
  return { schema, expects, fromCell } satisfies ManifestColumn<S>;
}

const count = z.number().int().min(0);
const hash = (digits: number) =>
  column(
    z.string().regex(new RegExp(`^(?:[0-9a-f]{${digits}})?$`, "i")),
    `${digits} hexadecimal digits, or empty`,
  );
const time = column(
  z.union([z.literal(""), z.iso.datetime()]),
  "an ISO 8601 time in UTC (2026-01-31T14:05:00.000Z), or empty",
);

export const manifestColumns = {
  galleryPath: column(z.string().min(1), "a gallery path"),
  /** On the computer that uploaded the file. */
  sourcePath: column(z.string(), "a path"),
  /** Size of the upload, in bytes. */
  size: column(count, "a number of bytes"),
  /** MD5 of the whole file; empty unless the status is "unchanged". */
  md5: hash(32),
  sha256: hash(64),
  /** Empty if unknown. */
  queuedAt: time,
  finishedAt: time,
  /** 0 for a file that was sent with a single PUT. */
  parts: column(count, "a number of parts"),
  /**
   * Whether every ETag of the storage was the MD5 of the bytes sent, and the gallery has listed the
   * file since.
   */
  checksum: column(z.enum(["verified", "unverified"]), "verified or unverified"),
  status: column(z.enum(manifestStatuses), manifestStatuses.join(", ")),
};

export type ManifestField = keyof typeof manifestColumns;
export type ManifestRow = {
  [F in ManifestField]: z.output<(typeof manifestColumns)[F]["schema"]>;
};
/** All fields, in the order of the CSV file. */
export const manifestFields = Object.keys(manifestColumns) as ManifestField[];

/** The first two fields of a JSON manifest. A parser rejects other names and higher versions. */
export const manifestFormat = "dubyard-manifest";
export const manifestVersion = 1;
