/** Where the window can be. Shared by the window's router and by deep links. */
import { z } from "zod";

export const route = z.discriminatedUnion("screen", [
  z.object({ screen: z.literal("media"), folder: z.string().default("") }),
  z.object({ screen: z.literal("uploads") }),
  z.object({ screen: z.literal("settings") }),
]);
export type Route = z.infer<typeof route>;
