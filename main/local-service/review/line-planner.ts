/** Compares the takes of lines with what a reviewer set for them. */
import type { SpeechFacts } from "../engine/ports";
import type { Dubbing } from "../dubbing/dubbing";
import { plannedTakes } from "../dubbing/plan";
import { contextOf, type TakeContext } from "../dubbing/take-request";
import type {
  DubSubject,
  QueueOptions,
  DubRows,
  DubLineRows,
  TakeWorkRows,
} from "../rows/dubs/dub-port";
import type { GlossaryRows } from "../rows/projects/project-port";
import type { ReviewedLanguage, ReviewRows } from "../rows/review/review-port";

export interface LinePlannerDeps {
  store: DubRows & DubLineRows & TakeWorkRows & Pick<GlossaryRows, "listGlossary"> & ReviewRows;
  /** With what takes are planned; null for a service that does not dub. */
  speech: () => SpeechFacts | null;
  /** Whether takes are made, in this process or another one. */
  canMakeTakes: () => boolean;
  /** The loop of this process; null while it has none. */
  dubbing: () => Dubbing | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface PlanSubject {
  dub: DubSubject;
  context: TakeContext;
}

/** A line whose takes no longer fit it. `queue`: how its missing takes are queued, or null. */
export interface ChangedLine {
  number: number;
  queue: QueueOptions | null;
}

export type LinePlanner = ReturnType<typeof createLinePlanner>;

export function createLinePlanner({ store, speech, dubbing, now }: LinePlannerDeps) {
  async function subjectOf({ batchId, languageId }: ReviewedLanguage) {
    const dub = await store.findDub(batchId, languageId);
    const offered = speech();
    if (!dub || !offered) return null;
    const glossary = await store.listGlossary(dub.projectId);
    return { dub, context: await contextOf(dub, offered, glossary) };
  }

  /**
   * Marks the takes of a line that no longer fit it; queues missing ones unless `queue` is null.
   */
  async function planLine(
    subject: PlanSubject,
    number: number,
    queue: QueueOptions | null,
  ): Promise<void> {
    const { dub, context } = subject;
    const [line] = await store.listDubLines(dub.batchId, dub.languageId, number - 1, 1);
    const takes = line?.number === number ? plannedTakes(dub, line, context) : [];
    await store.planTakes(null, dub, { takes, after: number - 1, to: number }, queue);
  }

  /**
   * After other texts, voices or lengths of these lines, which has marked the dub for a check of
   * all takes.
   */
  async function planAgain(
    language: ReviewedLanguage,
    lines: readonly ChangedLine[],
  ): Promise<void> {
    const subject = lines.length > 0 ? await subjectOf(language) : null;
    if (!subject) return;
    for (const { number, queue } of lines) await planLine(subject, number, queue);
    await store.resumeDub(language, 0, now());
    dubbing()?.wake();
  }

  return { subjectOf, planLine, planAgain };
}
