/**
 * What a reviewer sets for a line in a language: the values of the table `line_reviews`. The rows,
 * their checks, their history and the query of lines follow from this table.
 */
import { z } from "zod";
import { decisions, maxLevelDb, type Fit } from "../../../../preload/facts/review";
import { count, position, sha256, text } from "../row-values";
import { fitOf } from "../dubs/fit";

type Stored = string | number | null;

interface ReviewValue {
  column: string;
  /** What the column may contain. */
  stored: z.ZodType<Stored>;
  /** The stored value of a line that was never changed. */
  none: Stored;
  /** Unless the value is stored as it is. */
  read?: (stored: never) => unknown;
  write?: (value: never) => Stored;
  /** The value is no part of the history of a line. */
  isInternal?: true;
}

export const reviewValues = {
  /** The name of the voice of this line only; null for the voice of its character. */
  voice: { column: "voice", stored: text.nullable(), none: null },
  /** Milliseconds by which the take begins after its line; negative for before. */
  offsetMs: { column: "offset_ms", stored: position, none: 0 },
  /** Decibels by which the takes are louder. */
  levelDb: {
    column: "level_tenths",
    // Absent in the rows of line edits that were stored before lines had a level.
    stored: z
      .int()
      .min(-10 * maxLevelDb)
      .max(10 * maxLevelDb)
      .default(0),
    none: 0,
    read: (tenths: number) => tenths / 10,
    write: (levelDb: number) => Math.round(levelDb * 10),
  },
  fit: {
    column: "fit",
    stored: z.string().regex(/^(auto|natural|\d{1,3}(\.\d{1,20})?)$/, "is no fit"),
    none: "auto",
    read: fitOf,
    write: (fit: Fit) => String(fit),
  },
  /** The variant that is used; null for the first one that is made. */
  chosenVariant: { column: "chosen_variant", stored: count.max(10_000).nullable(), none: null },
  /** Takes in addition to those of the batch's settings. */
  extraTakes: { column: "extra_takes", stored: count.max(10_000), none: 0, isInternal: true },
  decision: { column: "decision", stored: z.enum(decisions).nullable(), none: null },
  /** Why it was rejected, or "". */
  reason: { column: "reason", stored: text, none: "" },
  /** The name of the person who decided, as given; "" for none. */
  decidedBy: { column: "decided_by", stored: text, none: "", isInternal: true },
  /** The take and the placement that the decision is about. With others it does not apply. */
  decisionKey: { column: "decision_key", stored: text.nullable(), none: null, isInternal: true },
  /**
   * The SHA-256 of the sound that the decision is about, in hexadecimal. It does not apply to
   * another sound.
   */
  decisionSha256: {
    column: "decision_sha256",
    stored: sha256.nullable(),
    none: null,
    isInternal: true,
  },
} as const satisfies Record<string, ReviewValue>;

type Values = typeof reviewValues;
export type ReviewValueName = keyof Values;

export type LineReview = {
  [Name in ReviewValueName]: Values[Name] extends { read: (stored: never) => infer Value }
    ? Value
    : z.infer<Values[Name]["stored"]>;
} & {
  /** Incremented by each change; 0 for a line that was never changed. */
  revision: number;
};

const values: readonly (readonly [string, ReviewValue])[] = Object.entries(reviewValues);

/** The values of a review `r`, which may have no row, for a SELECT. */
export const selectedReview = values
  .map(([name, { column, none }]) => {
    const literal = typeof none === "string" ? `'${none}'` : String(none);
    return `${none === null ? `r.${column}` : `coalesce(r.${column}, ${literal})`} AS ${name}`;
  })
  .join(", ");

/** The schemas of the columns. */
export const reviewColumnSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  values.map(([, { column, stored }]) => [column, stored]),
);

/** The values of a selected row; others are unchanged. */
export const readReview = <Row extends Record<ReviewValueName, unknown>>(
  row: Row,
): Omit<Row, ReviewValueName> & LineReview => {
  const read = values.flatMap(([name, value]) =>
    value.read ? [[name, value.read(row[name as ReviewValueName] as never)] as const] : [],
  );
  return { ...row, ...Object.fromEntries(read) } as unknown as Omit<Row, ReviewValueName> &
    LineReview;
};

/** The column of a value, and what it contains for the value. */
export function storedReview(name: ReviewValueName, value: unknown): [string, Stored] {
  const { column, write }: ReviewValue = reviewValues[name];
  return [column, write ? write(value as never) : (value as Stored)];
}

export const isInHistory = (name: ReviewValueName): boolean =>
  !(reviewValues[name] as ReviewValue).isInternal;
