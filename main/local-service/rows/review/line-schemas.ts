/** The values that the rows of lines may have; see row-schemas.ts. */
import { isAppearance, type Appearance } from "../../../../preload/facts/appearance";
import { z } from "zod";
import {
  count,
  flag,
  id,
  json,
  languageId,
  number,
  position,
  sha256,
  text,
  textSet,
  time,
} from "../row-values";
import { reviewColumnSchemas } from "./line-review";

/** A line that replaced others, and the SHA-256 of its content. */
export const madeLine = z.strictObject({ identity: number, content: sha256 });

const appearance = z.custom<Appearance>(
  (value) => typeof value === "string" && isAppearance(value),
  "is no appearance",
);

/** The schemas of all columns, by table. */
export const lineSchemas = {
  lines: z.strictObject({
    batch_id: id,
    number,
    line_id: text,
    character_id: z.union([id, z.literal("")]),
    source_audio: text,
    emotion: text,
    intensity: text,
    start_ms: position.nullable(),
    end_ms: position.nullable(),
    slot_ms: position.nullable(),
    identity: number,
    revision: count,
    // Absent in line edits that were stored before lines had it.
    appearance: appearance.default(""),
  }),
  line_texts: z.strictObject({ batch_id: id, number, language_id: textSet, text }),
  line_reviews: z.strictObject({
    batch_id: id,
    number,
    language_id: languageId,
    revision: count,
    ...reviewColumnSchemas,
  }),
  line_history: z.strictObject({
    id: z.int(),
    batch_id: id,
    number,
    language_id: languageId,
    at: time,
    by: text,
    changes: json(z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))),
  }),
  comments: z.strictObject({
    id,
    batch_id: id,
    number,
    language_id: languageId,
    at_ms: position.nullable(),
    text,
    by: text,
    is_resolved: flag,
    created_at: time,
    updated_at: time,
    take_id: z.int().nullable(),
    // Absent in line edits that were stored before comments had them.
    end_ms: position.nullable().default(null),
    reply_to: id.nullable().default(null),
    state_by: text.default(""),
    state_at: time.nullable().default(null),
  }),
  ignored_checks: z.strictObject({
    batch_id: id,
    number,
    language_id: languageId,
    name: text,
    text,
    by: text,
    at: time,
    sha256: z.union([sha256, z.literal("")]).nullable(),
  }),
};
