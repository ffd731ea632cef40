/** Plans a dub: compares its takes with the present texts, voices and glossary. */
import type { Lease } from "../rows/lease-port";
import {
  isActiveDub,
  type DubLine,
  type DubSubject,
  type PlannedTake,
} from "../rows/dubs/dub-port";
import { BlockedError } from "../engine/engine";
import type { DubbingDeps } from "./deps";
import { chunkSize, linesOf } from "./lines";
import { prepareTake, type TakeContext } from "./take-request";
import { measureSlots } from "./slots";
import { requireSpace } from "./space";
import { bedPathOf, isAtUrl, locateBed, openVideo } from "./video";

/** The number of takes of each line (interface §2.3). */
export function variantsOf({ settings }: Pick<DubSubject, "settings">): number {
  const { noOfAlternativeTakes } = settings;
  return 1 + (typeof noOfAlternativeTakes === "number" ? noOfAlternativeTakes : 0);
}

/** The takes of a line as they are to be. */
export const plannedTakes = (
  dub: Pick<DubSubject, "settings">,
  line: DubLine,
  context: TakeContext,
): PlannedTake[] =>
  Array.from({ length: variantsOf(dub) + line.extraTakes }, (_, variant) => ({
    number: line.number,
    variant,
    text: line.text,
    fit: line.fit,
    key: prepareTake(line, variant, context).key,
  }));

/**
 * A video at a URL is checked when it is downloaded for the mix. What cannot be read here is
 * reported then too, so that its takes can be made.
 * @throws BlockedError for a video that was cut off or damaged, unless that is accepted; and if the
 * music and effects are missing.
 */
async function requireVideo(deps: DubbingDeps, dub: DubSubject, signal: AbortSignal) {
  if (dub.projectType !== "media-dubbing") return;
  const bedPath = bedPathOf(dub.settings);
  if (bedPath !== null) await locateBed(deps, bedPath);
  if (isAtUrl(dub)) return;
  const video = await openVideo(deps, dub, { signal }).catch((error: unknown) => {
    if (error instanceof BlockedError) return null;
    throw error;
  });
  if (video) await deps.wholeVideo.require(dub, video, { signal });
}

/**
 * Marks takes whose key changed as outdated. While the dub is in progress, also queues the missing
 * takes. May be repeated at any time.
 * @throws BlockedError if the dub cannot be made.
 */
export async function planDub(
  deps: DubbingDeps,
  dub: DubSubject,
  context: TakeContext,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  const { batchId, languageId } = dub;
  await store.beginPlan(lease, batchId, languageId);
  const isActive = isActiveDub(dub.state);
  if (isActive) await requireVideo(deps, dub, signal);
  if (isActive) await measureSlots(deps, dub, signal);
  const variants = variantsOf(dub);
  let planned = 0;
  let texts = 0;
  let characters = 0;
  let after = 0;
  for await (const lines of linesOf(deps, dub)) {
    signal.throwIfAborted();
    const takes = lines.flatMap((line) => plannedTakes(dub, line, context));
    planned += takes.length;
    texts += lines.length;
    characters += lines.reduce(
      (sum, { text, extraTakes }) => sum + (variants + extraTakes) * text.length,
      0,
    );
    const isLast = lines.length < chunkSize;
    const to = isLast ? Number.MAX_SAFE_INTEGER : (lines.at(-1)?.number ?? 0);
    await store.planTakes(lease, dub, { takes, after, to }, isActive ? {} : null);
    after = to;
  }
  if (isActive) await requireSpace(deps, dub, characters);
  await store.finishPlan(lease, batchId, languageId, { planned, lines: texts }, now());
}
