/** The form of the extension "scripts". */
import { z } from "zod";
import { idOf, userText } from "./parts";

export const storedScript = z.object({
  id: idOf,
  name: userText,
  /** Bytes. */
  size: z.number().nonnegative(),
  /** A URL for `scriptPath`. */
  url: z.url(),
  createdAt: z.iso.datetime(),
});
