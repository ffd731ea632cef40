import Check from "@lucide/svelte/icons/check";
import CheckCheck from "@lucide/svelte/icons/check-check";
import FileInput from "@lucide/svelte/icons/file-input";
import FileOutput from "@lucide/svelte/icons/file-output";
import CornerRightDown from "@lucide/svelte/icons/corner-right-down";
import Funnel from "@lucide/svelte/icons/funnel";
import PanelRight from "@lucide/svelte/icons/panel-right";
import Pencil from "@lucide/svelte/icons/pencil";
import Replace from "@lucide/svelte/icons/replace";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import Undo2 from "@lucide/svelte/icons/undo-2";
import X from "@lucide/svelte/icons/x";
import type { ReviewedLine } from "../../../../preload/contract/review";
import { countOpen, type Decision, type LineState } from "../../../../preload/facts/review";
import type { Action } from "../../../app/actions.svelte";
import type { Session } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { needsService } from "../../../domain/offline-reason";

export interface ReviewContext {
  session: Session;
  /** The selected line, if it is one. */
  line: ReviewedLine | undefined;
  /** The number of selected lines. */
  selected: number;
  /** Lines by state; absent for none. */
  counts: Partial<Record<LineState, number>>;
  canUndo: boolean;
  decide: (decision: Decision | null) => void;
  edit: () => void;
  /** 1 for the next line to review, -1 for the previous one. */
  go: (step: 1 | -1) => void;
  undo: () => void;
  /** Approves all lines without a decision, or those of them that have no warnings. */
  approveAll: (isWithoutWarnings: boolean) => void;
  replace: () => void;
  saveTexts: () => void;
  readTexts: () => void;
  /** Focuses the filter. */
  filter: () => void;
  toggleDetails: () => void;
}

/** Decisions, texts and what the list shows. */
export function reviewActions(context: ReviewContext): Action[] {
  const { session, line, selected, counts } = context;
  const texts = t.review;
  const group = texts.group;
  const service = needsService(session);
  const needsLine = line ? service : texts.selectLine;
  const needsSelection = selected > 0 ? service : texts.selectLine;
  // The service decides about several lines one by one.
  const needsTake = !line
    ? needsSelection
    : !line.chosen
      ? texts.noTake
      : line.chosen.isOutdated
        ? texts.takeOutdated
        : service;
  const needsOpen = countOpen(counts) === 0 ? texts.noneOpen : undefined;
  const needsUndecided = (counts.ready ?? 0) === 0 ? texts.noneUndecided : service;
  const inList = { isListShortcut: true, group };
  return [
    {
      id: "review.approve",
      title: texts.approve,
      icon: Check,
      shortcut: "A",
      ...inList,
      reason: needsTake,
      run: () => context.decide("approved"),
    },
    {
      id: "review.reject",
      title: texts.reject,
      icon: X,
      shortcut: "R",
      ...inList,
      reason: needsTake,
      run: () => context.decide("rejected"),
    },
    {
      id: "review.clear",
      title: texts.clear,
      icon: RotateCcw,
      shortcut: "U",
      ...inList,
      reason: needsSelection,
      run: () => context.decide(null),
    },
    {
      id: "review.edit",
      title: texts.edit,
      icon: Pencil,
      shortcut: "E",
      ...inList,
      reason: needsLine,
      run: context.edit,
    },
    {
      id: "review.next",
      title: texts.next,
      icon: CornerRightDown,
      shortcut: "N",
      ...inList,
      reason: needsOpen,
      run: () => context.go(1),
    },
    {
      id: "review.previous",
      title: texts.previous,
      shortcut: "Shift+N",
      ...inList,
      reason: needsOpen,
      run: () => context.go(-1),
    },
    {
      id: "review.filter",
      title: texts.filterLines,
      icon: Funnel,
      shortcut: "F",
      ...inList,
      run: context.filter,
    },
    {
      id: "review.undo",
      title: texts.undo,
      icon: Undo2,
      shortcut: "Mod+Z",
      group,
      reason: context.canUndo ? service : texts.nothingToUndo,
      run: context.undo,
    },
    {
      id: "review.replace",
      title: texts.replace.open,
      icon: Replace,
      shortcut: "Mod+H",
      group,
      reason: service,
      run: context.replace,
    },
    {
      id: "review.save-texts",
      title: texts.textsFile.save,
      icon: FileOutput,
      group,
      reason: service,
      run: context.saveTexts,
    },
    {
      id: "review.read-texts",
      title: texts.textsFile.read,
      icon: FileInput,
      group,
      reason: service,
      run: context.readTexts,
    },
    {
      id: "review.approve-clean",
      title: texts.checks.approveClean,
      icon: CheckCheck,
      group,
      reason: needsUndecided,
      run: () => context.approveAll(true),
    },
    {
      id: "review.approve-all",
      title: texts.approveAll,
      icon: CheckCheck,
      group,
      reason: needsUndecided,
      run: () => context.approveAll(false),
    },
    {
      id: "review.details",
      title: texts.toggleDetails,
      icon: PanelRight,
      shortcut: "Mod+I",
      group,
      run: context.toggleDetails,
    },
  ];
}
