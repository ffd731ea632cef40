/** What a service offers beyond the interface: the response to GET /local. */
import { z } from "zod";
import type { Capability } from "../facts/capabilities";
import { credentialScopes } from "../facts/credentials";
import { moveState } from "./move";
import { idOf, listOf, shownText } from "./parts";

/** Absent, as a value that this version does not know, is unknown and not unsupported. */
const capability = z.boolean().optional().catch(undefined);

export const announcement = z.object({
  version: z.number(),
  /** The names of the extensions that it has. This version may not know all of them. */
  extensions: listOf(shownText, 1_000),
  capabilities: z
    .object({
      inference: capability,
      transcription: capability,
      speakerDetection: capability,
      backgroundSeparation: capability,
      translation: capability,
    } satisfies Record<Capability, z.ZodType>)
    .default({}),
  /** A service that several persons use; absent for one of a computer. */
  server: z
    .object({ kind: z.literal("team"), name: shownText })
    .optional()
    .catch(undefined),
  /** Whose the credentials are; absent as `server`. */
  me: z
    .object({
      /** Null for credentials of the workspace itself. */
      userId: idOf.nullable(),
      name: shownText,
      scope: z.enum(credentialScopes),
    })
    .optional()
    .catch(undefined),
  /** What the workspace is in a move; absent if it was never moved. */
  move: moveState
    .pick({ id: true, other: true, isComplete: true })
    .extend({
      role: z.enum(["source", "target"]),
    })
    .optional()
    .catch(undefined),
  /** Why the service does no work now; absent while it does. */
  problem: shownText.optional().catch(undefined),
});
/** What a service announces of a move. */
export type AnnouncedMove = NonNullable<Announcement["move"]>;
export type Announcement = z.infer<typeof announcement>;
