import type { ReviewedLine } from "../../../../preload/contract/review";
import { openStates, type Decision, type LineState } from "../../../../preload/facts/review";
import type { PagedList } from "../../../app/lists/paged-list.svelte";
import type { Selection } from "../../../app/lists/selection.svelte";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import { reviewerName } from "../../../domain/reviewer-name.svelte";
import type { DeskListening } from "../playback/desk-listening.svelte";
import type { LineChanges } from "./line-changes.svelte";

interface Desk {
  workspaceId: string;
  list: PagedList<ReviewedLine>;
  selection: Selection<ReviewedLine>;
  /** Selects a line and scrolls it into view. */
  show: (index: number, line: ReviewedLine) => void;
  /** The selected line, if it is one. */
  single: () => ReviewedLine | undefined;
  listening: () => DeskListening | null;
  changes: LineChanges;
  onchanged: (line: ReviewedLine) => void;
  /** Several lines were decided. */
  onrefresh: () => void;
  /** The selected line is rejected, and its reason can be entered. */
  onrejected: () => void;
}

/** Lines whose states are searched together. */
const chunk = 200;
const isOpen = ({ state }: ReviewedLine) => (openStates as readonly LineState[]).includes(state);

/** Decisions about the selected lines, and moves to the next or previous line to review. */
export function createDecisions({ list, selection, single, listening, changes, ...desk }: Desk) {
  /** The decision that is being stored: a key that is pressed twice decides once. */
  let storing: { number: number; decision: Decision | null } | null = null;

  async function goFrom(from: number, step: 1 | -1): Promise<void> {
    let at = from + step;
    for (let line = list.fresh(at); line; line = list.fresh((at += step)))
      if (isOpen(line)) {
        showAndPlay(at, line);
        return;
      }
    for (; at >= 0 && at < list.total; at += step * chunk) {
      const first = step === 1 ? at : Math.max(0, at - chunk + 1);
      const lines = await list.range(first, step === 1 ? at + chunk : at + 1);
      const found = step === 1 ? lines.findIndex(isOpen) : lines.findLastIndex(isOpen);
      const line = lines[found];
      if (!line) continue;
      showAndPlay(first + found, line);
      return;
    }
  }
  function showAndPlay(index: number, line: ReviewedLine): void {
    desk.show(index, line);
    if (line.chosen) listening()?.take(line, line.chosen, false);
  }
  /**
   * The position in the list from which a line is left. A line that was decided may have left the
   * list, in which the numbers ascend: then the one between its neighbours.
   */
  function positionOf(line: ReviewedLine | undefined, step: 1 | -1): number {
    if (!line) return selection.cursor;
    const known = list.indexOf(line.number);
    if (known >= 0) return known;
    let before = Math.min(selection.cursor, list.total - 1);
    while (before >= 0 && (list.at(before)?.number ?? 0) > line.number) before -= 1;
    while ((list.at(before + 1)?.number ?? Infinity) < line.number) before += 1;
    return step === 1 ? before : before + 1;
  }
  /** Moves to the next line to review after a line, or before it, and plays its take. */
  const go = (step: 1 | -1, from = single()) =>
    runWithToast(() => goFrom(positionOf(from, step), step));

  /** Returns the changed line; null if it was not changed. */
  async function store(line: ReviewedLine, decision: Decision | null) {
    const { number } = line;
    if (storing?.number === number && storing.decision === decision) return null;
    const current = { number, decision };
    storing = current;
    // A decision names the take that is shown: it must not apply to one that was made meanwhile.
    const changed = await changes.change(line, ({ chosen }) =>
      decision === null || !chosen ? { decision } : { decision, takeId: chosen.id },
    );
    if (storing === current) storing = null;
    return changed;
  }

  async function decide(decision: Decision | null): Promise<void> {
    const line = single();
    if (!line && selection.count <= 1) return;
    if (decision !== null && !(await reviewerName.request(desk.workspaceId))) return;
    if (!line) return decideAll(decision);
    if (decision === "rejected") return reject(line);
    const changed = await store(line, decision);
    if (!changed) return;
    // Before the lines are read again, which the next line would wait for.
    if (decision === "approved") await go(1, line);
    desk.onchanged(changed);
  }

  /**
   * A line that is rejected keeps its reason. While everything is played, the focus stays where it
   * is.
   */
  async function reject(line: ReviewedLine): Promise<void> {
    if (line.state !== "rejected") {
      const changed = await store(line, "rejected");
      if (!changed) return;
      desk.onchanged(changed);
    }
    const isSelected = single()?.number === line.number;
    if (isSelected && listening()?.player.current?.mode !== "on") desk.onrejected();
  }

  /** Decides all selected lines together. */
  async function decideAll(decision: Decision | null): Promise<void> {
    await runWithToast(async () => {
      const lines = await selection.resolve();
      const changed = await changes.decide(lines, decision);
      toasts.show(t.review.decided(decision, changed));
      if (lines.length > changed)
        toasts.show(t.review.notDecided(lines.length - changed), { tone: "bad" });
    });
    desk.onrefresh();
  }

  return { decide, go, goToFirst: () => runWithToast(() => goFrom(-1, 1)) };
}
