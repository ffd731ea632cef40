/** Kinds of values that columns of several tables have. */
import { z } from "zod";
import { isPlainText } from "../../../preload/local-service/parts";

/**
 * Longer texts are no texts of this application: scripts, the longest ones, have less in a cell.
 */
export const maxText = 1_000_000;
/** Milliseconds of a position in a video: more than a year. */
const maxPosition = 1e11;

export const text = z.string().max(maxText).refine(isPlainText, "has characters that no text has");
export const position = z.int().min(-maxPosition).max(maxPosition);
export const count = z.int().min(0);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "is no SHA-256");
