import Clock from "@lucide/svelte/icons/clock";
import UserPen from "@lucide/svelte/icons/user-pen";
import Combine from "@lucide/svelte/icons/combine";
import Languages from "@lucide/svelte/icons/languages";
import ListPlus from "@lucide/svelte/icons/list-plus";
import Split from "@lucide/svelte/icons/split";
import Trash from "@lucide/svelte/icons/trash";
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import type { Action } from "../../../app/actions.svelte";
import type { Session } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { needsService } from "../../../domain/offline-reason";
import { stepTimes, type Moved, type Timecodes } from "../timecodes";

export interface LineEditContext {
  session: Session;
  /** The selected line. */
  line: ReviewedLine | undefined;
  times: Timecodes;
  /** The playhead, in milliseconds; null for none. */
  positionMs: () => number | null;
  /** The line after the selected one, in the order of the script. */
  next: ReviewedLine | undefined;
  /** The number of lines of the script. */
  total: number;
  /** Whether the text of the selected line is edited and not saved. */
  isEdited: boolean;
  /** Whether what was typed about the line after it is not saved. */
  isNextEdited: boolean;
  split: () => void;
  merge: () => void;
  add: (isBefore: boolean) => void;
  remove: () => void;
  editTimes: () => void;
  editCharacter: () => void;
  editSource: () => void;
  /** The function gets the line at the time of the change; null changes nothing. */
  place: (toChange: (line: ReviewedLine) => LineChange | null) => void;
}

/** What all languages share of a line: times, character and source text. */
export function lineActions(context: LineEditContext): Action[] {
  const { session, line, times } = context;
  const texts = t.review.lineEdit;
  const inList = { isListShortcut: true, group: texts.group };
  const needsLine = line ? needsService(session) : t.review.selectLine;
  const needsTimes = line && line.startMs === null ? texts.untimed : needsLine;
  const needsSaved = context.isEdited ? texts.saveFirst : needsLine;
  const needsNext = !context.next
    ? texts.noNext
    : context.next.characterId === line?.characterId
      ? context.isNextEdited
        ? texts.saveFirst
        : needsSaved
      : texts.otherCharacter;
  const step = (moved: Moved, steps: number) =>
    context.place((present) => stepTimes(present, { moved, steps, times }));
  /** Sets one time of the line to the playhead. */
  const setHere = (name: "startMs" | "endMs") => {
    const position = context.positionMs();
    if (position === null) return;
    const ms = times.snap(position);
    context.place((present) => {
      const startMs = name === "startMs" ? ms : present.startMs;
      const endMs = name === "endMs" ? ms : present.endMs;
      if (startMs === null || endMs === null || startMs >= endMs) return null;
      return { startMs, endMs };
    });
  };
  const steps: readonly [id: string, title: string, shortcut: string, Moved, number][] = [
    ["start-earlier", texts.startEarlier, "Shift+ArrowLeft", "start", -1],
    ["start-later", texts.startLater, "Shift+ArrowRight", "start", 1],
    ["end-earlier", texts.endEarlier, "Mod+ArrowLeft", "end", -1],
    ["end-later", texts.endLater, "Mod+ArrowRight", "end", 1],
    ["move-earlier", texts.moveEarlier, "Mod+Shift+ArrowLeft", "line", -1],
    ["move-later", texts.moveLater, "Mod+Shift+ArrowRight", "line", 1],
  ];
  return [
    {
      id: "review.edit-times",
      title: texts.editTimes,
      icon: Clock,
      shortcut: "T",
      ...inList,
      reason: needsLine,
      run: context.editTimes,
    },
    {
      id: "review.edit-character",
      title: texts.editCharacter,
      icon: UserPen,
      shortcut: "W",
      ...inList,
      reason: needsLine,
      run: context.editCharacter,
    },
    {
      id: "review.edit-source",
      title: texts.editSource,
      icon: Languages,
      shortcut: "Shift+E",
      ...inList,
      reason: needsLine,
      run: context.editSource,
    },
    {
      id: "review.split",
      title: texts.split,
      icon: Split,
      shortcut: "S",
      ...inList,
      reason: needsSaved,
      run: context.split,
    },
    {
      id: "review.merge",
      title: texts.merge,
      icon: Combine,
      shortcut: "M",
      ...inList,
      reason: line ? needsNext : needsLine,
      run: context.merge,
    },
    {
      id: "review.add-line",
      title: texts.add,
      icon: ListPlus,
      shortcut: "Plus",
      ...inList,
      reason: needsLine,
      run: () => context.add(false),
    },
    {
      id: "review.add-line-before",
      title: texts.addBefore,
      icon: ListPlus,
      group: texts.group,
      reason: needsLine,
      run: () => context.add(true),
    },
    {
      id: "review.delete-line",
      title: texts.delete,
      icon: Trash,
      shortcut: "Delete",
      ...inList,
      tone: "danger",
      reason: line && context.total === 1 ? texts.onlyLine : needsLine,
      run: context.remove,
    },
    {
      id: "review.start-here",
      title: texts.startHere,
      shortcut: "I",
      ...inList,
      reason: needsTimes,
      run: () => setHere("startMs"),
    },
    {
      id: "review.end-here",
      title: texts.endHere,
      shortcut: "Shift+I",
      ...inList,
      reason: needsTimes,
      run: () => setHere("endMs"),
    },
    ...steps.map(([id, title, shortcut, moved, by]) => ({
      id: `review.${id}`,
      title,
      shortcut,
      isListShortcut: true,
      group: t.review.lineEdit.group,
      reason: needsTimes,
      run: () => step(moved, by),
    })),
  ];
}
