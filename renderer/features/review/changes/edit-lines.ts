/** Lines are split, merged, added and deleted by the keys of the desk. */
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { LineEdit } from "../../../../preload/local-service/line-edits";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { Timecodes } from "../timecodes";
import type { LineChanges } from "./line-changes.svelte";

export interface LineEditing {
  changes: LineChanges;
  /** The selected line, if it is one. */
  single: () => ReviewedLine | undefined;
  /** The line after the one with this number. */
  next: (number: number) => ReviewedLine | undefined;
  times: () => Timecodes;
  /** The playhead, in milliseconds; null for none. */
  positionMs: () => number | null;
  /** Called after a change with the line to select. */
  onedited: (line: ReviewedLine | undefined) => Promise<void>;
}

/** The length of an added line where there is room for it, in milliseconds. */
const addedMs = 2_000;

/** The end of the word that is nearest to a share of a text; its length for one word. */
function wordEnd(text: string, share: number): number {
  const ends = [...text.matchAll(/\s+/g)].map(({ index }) => index).filter((index) => index > 0);
  const wanted = text.length * share;
  const nearest = ends.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
  return nearest ?? text.length;
}

export function createLineEditing(desk: LineEditing) {
  const { changes, single, onedited } = desk;

  async function edit(toEdit: () => LineEdit | null): Promise<boolean> {
    const made = await changes.edit(toEdit);
    if (!made) return false;
    await onedited(made[0]);
    return true;
  }

  /** The time within a line at the playhead, or else at a share of it; null without times. */
  function splitMs({ startMs, endMs, offsetMs }: ReviewedLine, share: number): number | null {
    if (startMs === null || endMs === null) return null;
    const isWithin = (ms: number) => ms > startMs && ms < endMs;
    const here = desk.positionMs();
    const { snap } = desk.times();
    // The selection of a line puts the playhead at its take, which is no choice of a time.
    const isMoved = here !== null && here !== startMs + offsetMs && isWithin(here);
    if (isMoved && isWithin(snap(here))) return snap(here);
    const wanted = startMs + (endMs - startMs) * share;
    return isWithin(snap(wanted)) ? snap(wanted) : Math.round(wanted);
  }

  /** Without a place in the text: where the playhead is. */
  async function split(place?: { line: ReviewedLine; textEnd: number }): Promise<void> {
    const line = place?.line ?? single();
    if (!line) return;
    await edit(() => {
      const latest = changes.latest(line);
      const { number, revision, target, startMs, endMs } = latest;
      const share = place ? place.textEnd / Math.max(1, target.length) : 0.5;
      const atMs = splitMs(latest, share);
      const isTimed = startMs !== null && endMs !== null && atMs !== null;
      const shareOfTime = isTimed ? (atMs - startMs) / (endMs - startMs) : 0.5;
      const textEnd = place?.textEnd ?? wordEnd(target, shareOfTime);
      return { kind: "split", number, revision, textEnd, atMs };
    });
  }
  async function merge(): Promise<void> {
    const line = single();
    const after = line && desk.next(line.number);
    if (!line || !after) return;
    await edit(() => {
      const { number, revision } = changes.latest(line);
      const nextRevision = changes.latest(after).revision;
      return { kind: "merge", number, revision, nextRevision };
    });
  }
  async function add(isBefore: boolean): Promise<void> {
    const line = single();
    if (!line) return;
    await edit(() => {
      const { number, revision, character, startMs, endMs } = changes.latest(line);
      const isTimed = startMs !== null && endMs !== null;
      const from = desk
        .times()
        .snap(isBefore ? Math.max(0, (startMs ?? 0) - addedMs) : (endMs ?? 0));
      const limit = isBefore
        ? (startMs ?? 0)
        : Math.min(from + addedMs, desk.next(number)?.startMs ?? Infinity);
      // Where there is no room, the line overlaps with the next one, which a check names.
      const to = limit > from ? limit : from + addedMs;
      const times = isTimed ? { startMs: from, endMs: to } : { startMs: null, endMs: null };
      return { kind: "add", number, revision, isBefore, character, ...times };
    });
  }
  async function remove(): Promise<void> {
    const line = single();
    if (!line) return;
    const isRemoved = await edit(() => {
      const { number, revision } = changes.latest(line);
      return { kind: "delete", number, revision };
    });
    if (isRemoved) toasts.show(t.review.lineEdit.deleted(line.number));
  }
  return { split, merge, add, remove };
}
