/**
 * Drafts of forms, stored on disk until they are submitted, and the takes that were played on this
 * computer. They contain no secrets.
 */
import { z } from "zod";
import { call, inWorkspace, nothing } from "./call";

/** The key of a form, chosen by the renderer. */
const key = z.string().min(1).max(2000);
/** JSON in a format of the renderer. */
const text = z.string().max(1_000_000);

export const forms = {
  /** The stored draft; null for none. */
  get: call(inWorkspace.extend({ key }), z.object({ text: text.nullable() })),
  /**
   * Stores the draft; it is on disk when the call resolves. Null deletes the draft. Deleted with
   * its workspace.
   */
  set: call(inWorkspace.extend({ key, text: text.nullable() }), nothing),
};
