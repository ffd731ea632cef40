/** The dubs that are being made, with their settings and glossary. */
import { dubId, type DubRow, type DubSubject } from "../rows/dubs/dub-port";
import type { DubbingDeps } from "./deps";
import { contextOf, type TakeContext } from "./take-request";

/** What is read of a dub once for all of its takes. */
export interface DubSubjectContext {
  dub: DubSubject;
  context: TakeContext;
}

export function createDubSubjects({ store, engine }: Pick<DubbingDeps, "store" | "engine">) {
  /** By dub; removed when a dub is planned, because every change leads to a plan. */
  const subjects = new Map<string, DubSubjectContext>();

  async function subjectOf(
    row: Pick<DubRow, "batchId" | "languageId">,
  ): Promise<DubSubjectContext | null> {
    const known = subjects.get(dubId(row));
    if (known) return known;
    const dub = await store.findDub(row.batchId, row.languageId);
    if (!dub) return null;
    const glossary = await store.listGlossary(dub.projectId);
    const subject = { dub, context: await contextOf(dub, engine.speech, glossary) };
    subjects.set(dubId(row), subject);
    return subject;
  }

  return {
    /** Null if the dub no longer exists. */
    of: subjectOf,
    /** It is read again: it may have changed. */
    forget: (row: Pick<DubRow, "batchId" | "languageId">) => void subjects.delete(dubId(row)),
  };
}
