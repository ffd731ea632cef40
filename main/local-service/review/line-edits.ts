/** Lines that are split, merged, added and deleted, and the undo of that. */
import type { LineEdit } from "../../../preload/local-service/line-edits";
import type { Checking } from "../checks/checking";
import { HttpError } from "../common/http-error";
import type { EditProblem, LineEditRows, MadeEdit } from "../rows/review/line-edit-port";
import type { ReviewedLanguage, ReviewedLine, ReviewRows } from "../rows/review/review-port";
import { createLinePlanner, type LinePlannerDeps } from "./line-planner";
import { createLineSelections } from "./line-selection";
import { checkTimes, createSharedValues, type SharedValuesDeps } from "./shared-values";

export interface LineEditsDeps {
  store: LinePlannerDeps["store"] & SharedValuesDeps["store"] & LineEditRows & ReviewRows;
  speech: LinePlannerDeps["speech"];
  canMakeTakes: LinePlannerDeps["canMakeTakes"];
  dubbing: LinePlannerDeps["dubbing"];
  checking: () => Pick<Checking, "wake" | "settle"> | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface LineEdits {
  /**
   * Returns the id of the change, and the lines that it made or restored.
   * @throws HttpError 400 for a place or times that are not those of the line, 404 for an unknown
   * line, 409 if a line was changed meanwhile, or the change is not possible.
   */
  edit(
    language: ReviewedLanguage,
    edit: LineEdit,
    by: string,
  ): Promise<{ id: number; lines: ReviewedLine[] }>;
}

const problems: Record<EditProblem, string> = {
  changed: "revision: the line was changed meanwhile",
  busy: "the script of the batch is being read; try again later",
  audio: "the line has a source audio: its script is to be changed",
  character: "the lines have different characters",
  last: "it is the only line of the batch",
  unknown: "id: there is no such change, or it was undone",
};

export function createLineEdits(deps: LineEditsDeps): LineEdits {
  const { store, dubbing, checking, now } = deps;
  const { planAgain } = createLinePlanner(deps);
  const { requireLine } = createLineSelections(store);
  const { ensureCharacter } = createSharedValues(deps);

  async function make(
    language: ReviewedLanguage,
    edit: LineEdit,
    by: string,
  ): Promise<MadeEdit | EditProblem> {
    const { batchId } = language;
    const who = { by, at: now() };
    if (edit.kind === "undo") return store.undoEdit(batchId, { id: edit.id, ...who });
    const line = await requireLine(language, edit.number);
    const { number, revision } = edit;
    const from = { number, revision, ...who };
    if (edit.kind === "merge")
      return store.mergeLines(language, { ...from, nextRevision: edit.nextRevision });
    if (edit.kind === "delete") return store.deleteLine(language, from);
    if (edit.kind === "add") {
      const { isBefore, startMs, endMs } = edit;
      checkTimes(startMs, endMs);
      const { id: characterId } = await ensureCharacter(batchId, edit.character);
      return store.addLine(language, { ...from, isBefore, startMs, endMs, characterId });
    }
    const { textEnd, atMs } = edit;
    if (line.revision !== revision) return "changed";
    if (textEnd > line.target.length) throw new HttpError(400, "textEnd: must be within the text");
    checkSplit(line, atMs);
    return store.splitLine(language, { ...from, textEnd, atMs });
  }

  return {
    async edit(language, edit, by) {
      const made = await make(language, edit, by);
      if (typeof made === "string") throw new HttpError(409, problems[made]);
      const changed = made.numbers.map((number) => ({ number, queue: null }));
      await planAgain(language, changed);
      // A deleted line has no takes to plan, but the batch may be complete without it.
      dubbing()?.wake();
      checking()?.wake();
      const lines = await store.listReviewed(language, made.numbers);
      return { id: made.id, lines };
    },
  };
}

/** @throws HttpError 400 unless the time is within the line, or neither has times. */
function checkSplit({ startMs, endMs }: ReviewedLine, atMs: number | null): void {
  if (startMs === null || endMs === null) {
    if (atMs !== null) throw new HttpError(400, "atMs: must be null for a line without times");
    return;
  }
  if (atMs === null || atMs <= startMs || atMs >= endMs)
    throw new HttpError(400, "atMs: must be between the start and the end of the line");
}
