/** Forms that somebody is filling in: kept on disk until they are sent. Nothing secret is in them. */
import { z } from "zod";
import { call, inWorkspace, nothing } from "./call";

/** Which form: the window alone knows what it says. */
const place = z.string().min(1).max(2000);
/** JSON; the window alone knows what it says. */
const text = z.string().max(1_000_000);

export const forms = {
  /** What was filled in there and not sent yet; null for nothing. */
  kept: call(inWorkspace.extend({ place }), z.object({ text: text.nullable() })),
  /** On disk when it resolves; null forgets it. It goes with its workspace. */
  keep: call(inWorkspace.extend({ place, text: text.nullable() }), nothing),
};
