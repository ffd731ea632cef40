import Check from "@lucide/svelte/icons/check";
import CheckCheck from "@lucide/svelte/icons/check-check";
import FileInput from "@lucide/svelte/icons/file-input";
import FileOutput from "@lucide/svelte/icons/file-output";
import CornerRightDown from "@lucide/svelte/icons/corner-right-down";
import Pencil from "@lucide/svelte/icons/pencil";
import Replace from "@lucide/svelte/icons/replace";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import Undo2 from "@lucide/svelte/icons/undo-2";
import Wand from "@lucide/svelte/icons/wand-sparkles";
import X from "@lucide/svelte/icons/x";
import type { ReviewedLine } from "../../../preload/contract/review";
import type { Decision, LineState } from "../../../preload/facts/review";
import type { Action } from "../../app/actions.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { needsService } from "../../domain/offline-reason";

export interface ReviewContext {
  session: Session;
  /** The selected line. */
  line: ReviewedLine | undefined;
  /** Lines by state; absent for none. */
  counts: Partial<Record<LineState, number>>;
  canUndo: boolean;
  decide: (decision: Decision | null) => void;
  edit: () => void;
  makeTake: () => void;
  /** 1 for the next line to review, -1 for the previous one. */
  go: (step: 1 | -1) => void;
  undo: () => void;
  approveAll: () => void;
  /** Approves all lines to review that have no warnings. */
  approveClean: () => void;
  makeOutdated: () => void;
  replace: () => void;
  saveTexts: () => void;
  readTexts: () => void;
}

export function reviewActions(context: ReviewContext): Action[] {
  const { session, line, counts } = context;
  const texts = t.review;
  const group = texts.group;
  const service = needsService(session);
  const needsLine = line ? service : texts.selectLine;
  const needsTake = line && !line.chosen ? texts.noTake : needsLine;
  const inList = { isListShortcut: true, group };
  const left = (counts.ready ?? 0) + (counts.stale ?? 0) + (counts.failed ?? 0);
  return [
    {
      ...{ id: "review.approve", title: texts.approve, icon: Check, shortcut: "A", ...inList },
      ...{ reason: needsTake, run: () => context.decide("approved") },
    },
    {
      ...{ id: "review.reject", title: texts.reject, icon: X, shortcut: "R", ...inList },
      ...{ reason: needsTake, run: () => context.decide("rejected") },
    },
    {
      ...{ id: "review.clear", title: texts.clear, icon: RotateCcw, shortcut: "U", ...inList },
      reason: needsLine,
      run: () => context.decide(null),
    },
    {
      ...{ id: "review.edit", title: texts.edit, icon: Pencil, shortcut: "E", ...inList },
      ...{ reason: needsLine, run: context.edit },
    },
    {
      ...{ id: "review.make-take", title: texts.makeTake, icon: Wand, shortcut: "G", ...inList },
      ...{ reason: needsLine, run: context.makeTake },
    },
    {
      ...{ id: "review.next", title: texts.next, icon: CornerRightDown, shortcut: "N", ...inList },
      reason: left === 0 ? texts.noneLeft : undefined,
      run: () => context.go(1),
    },
    {
      ...{ id: "review.previous", title: texts.previous, shortcut: "Shift+N", ...inList },
      reason: left === 0 ? texts.noneLeft : undefined,
      run: () => context.go(-1),
    },
    {
      ...{ id: "review.undo", title: texts.undo, icon: Undo2, shortcut: "Mod+Z", group },
      reason: context.canUndo ? service : texts.nothingToUndo,
      run: context.undo,
    },
    {
      ...{
        id: "review.replace",
        title: texts.replace.open,
        icon: Replace,
        shortcut: "Mod+H",
        group,
      },
      ...{ reason: service, run: context.replace },
    },
    {
      ...{ id: "review.save-texts", title: texts.textsFile.save, icon: FileOutput, group },
      ...{ reason: service, run: context.saveTexts },
    },
    {
      ...{ id: "review.read-texts", title: texts.textsFile.read, icon: FileInput, group },
      ...{ reason: service, run: context.readTexts },
    },
    {
      ...{ id: "review.make-outdated", title: texts.makeAll, icon: Wand, group },
      reason: (counts.stale ?? 0) === 0 ? texts.noneOutdated : service,
      run: context.makeOutdated,
    },
    {
      ...{ id: "review.approve-clean", title: texts.checks.approveClean, icon: CheckCheck, group },
      reason: (counts.ready ?? 0) === 0 ? texts.noneLeft : service,
      run: context.approveClean,
    },
    {
      ...{ id: "review.approve-all", title: texts.approveAll, icon: CheckCheck, group },
      reason: (counts.ready ?? 0) === 0 ? texts.noneLeft : service,
      run: context.approveAll,
    },
  ];
}
