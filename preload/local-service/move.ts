/** The forms of the extension "move": a workspace is moved to another service. */
import { z } from "zod";
import { listOf, shownText } from "./parts";

/** A text that only the service understands. */
const opaque = z.string().max(100_000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "is no SHA-256");
/** SECURITY: names and locations of one service become parts of URLs of another one. */
const tableName = z.string().regex(/^[a-z_]{1,100}$/, "is no name of a table");
const location = z
  .string()
  .max(2_000)
  .regex(/^(scripts|takes)\//, "is that of no script and no take");
const size = z.int().min(0);
const count = z.int().min(0);

/** A program that moves a workspace. */
export const mover = z.object({
  /** A random id of the process. */
  id: z.string().min(1).max(100),
  /** The name of the computer that runs it, for messages. */
  host: shownText,
  /** An id that only those programs of a computer share which see the same processes. */
  computer: z.string().max(100),
  processId: z.int().min(1),
});
export type Mover = z.infer<typeof mover>;

/** The bytes of rows in a call at most. A delivery has all lines of a batch in one row. */
export const maxRowsBytes = 300 * 1024 ** 2;
/** The bytes of an object at most. Takes and scripts are smaller. */
export const maxObjectBytes = 256 * 1024 ** 2;
/** How many objects and files a call lists. */
export const maxListedObjects = 1_000;

export const moveState = z.object({
  /** "source": it can only be read. "target": only the move is possible until it is complete. */
  role: z.enum(["none", "source", "target"]),
  /** The id of the move; "" without one. */
  id: z.string().max(200),
  /** The other workspace, for people. */
  other: shownText,
  isComplete: z.boolean(),
  /** Whether a program reported within the last minutes that it moves this source. */
  isRunning: z.boolean().optional(),
  /** The program that reported it; only while it runs. */
  mover: mover.optional().catch(undefined),
  /** The version of the database. Both services must have the same. */
  schemaVersion: z.int(),
  /** The tables in the order in which their rows are moved. `last`: the key of the last row. */
  tables: listOf(z.object({ name: tableName, rows: count, last: opaque }), 1_000),
});
export type MoveState = z.infer<typeof moveState>;

const other = z.string().max(2_000);
export const moveBeginning = z.discriminatedUnion("role", [
  z.object({ role: z.literal("source"), other }),
  z.object({
    role: z.literal("target"),
    /** The id of the move in the source. */
    id: z.string().min(1).max(200),
    schemaVersion: z.int(),
    other,
  }),
]);

export const tableHash = z.object({ rows: count, sha256 });

/** `bytes`: without speech, which has no stored size. */
export const movedSize = z.object({ files: count, objects: count, bytes: size });
export const moveRun = z.object({ isRunning: z.boolean(), mover: mover.optional() });

const movedObject = z.object({ location, size: size.nullable(), sha256: sha256.nullable() });
export type MovedObject = z.infer<typeof movedObject>;
/** `next`: the key after which the next call begins; "" at the end. */
export const movedObjects = z.object({
  objects: listOf(movedObject, maxListedObjects),
  next: z.string().max(2_000),
});
export type ListedObjects = z.infer<typeof movedObjects>;

/** A file of the gallery, by the columns of its row. */
export const movedFile = z.object({
  path: z.string().min(1).max(4_000),
  size,
  etag: z.string().max(1_000),
  contentType: z.string().max(1_000),
});
export type MovedFile = z.infer<typeof movedFile>;

export const listedForMove = z.object({
  objects: z.array(movedObject.pick({ location: true, size: true })).max(maxListedObjects),
  files: z.array(movedFile).max(maxListedObjects),
});
export const missingForMove = z.object({
  locations: listOf(location, maxListedObjects),
  paths: listOf(z.string(), maxListedObjects),
});

/** `sha256` null: the source does not have the bytes of the file. */
export const storedFile = movedFile.extend({ sha256: sha256.nullable() });
export const objectHash = z.object({ sha256 });
