/** The space on the disk that a dub needs. */
import type { DubSubject } from "../rows/dubs/dub-port";
import type { ObjectStore } from "../objects/port";
import { BlockedError } from "../engine/engine";
import type { DubbingDeps } from "./deps";

/** Size of one second of a take: 48 kHz, 16 bit, mono. */
const bytesPerSecond = 96_000;
/** Slow speech, in any language. */
const charactersPerSecond = 10;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

/**
 * Checks the space for the takes that are not made yet. `characters` is the length of the texts of
 * all planned takes.
 * @throws BlockedError with both numbers.
 */
export async function requireSpace(
  { objects }: Pick<DubbingDeps, "objects">,
  { planned, made }: Pick<DubSubject, "planned" | "made">,
  characters: number,
): Promise<void> {
  const share = planned === 0 ? 1 : Math.max(0, 1 - made / planned);
  const needed = (characters / charactersPerSecond) * bytesPerSecond * share;
  const problem = await spaceProblem(objects, needed, "the takes need");
  if (problem !== null) throw new BlockedError(problem);
}

/**
 * Why these bytes cannot be stored, with both numbers; null if they can. `subject`: "the takes
 * need".
 */
export async function spaceProblem(
  objects: Pick<ObjectStore, "freeBytes">,
  needed: number,
  subject: string,
): Promise<string | null> {
  const free = await objects.freeBytes();
  return needed > free
    ? `the disk has ${megabytes(free)} of free space, and ${subject} about ${megabytes(needed)}`
    : null;
}
