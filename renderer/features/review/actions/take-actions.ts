import Ban from "@lucide/svelte/icons/ban";
import Brush from "@lucide/svelte/icons/brush-cleaning";
import Wand from "@lucide/svelte/icons/wand-sparkles";
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { LineState } from "../../../../preload/facts/review";
import type { Action } from "../../../app/actions.svelte";
import type { Session } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { needsService } from "../../../domain/offline-reason";

export interface TakeContext {
  session: Session;
  /** The selected line, if it is one. */
  line: ReviewedLine | undefined;
  /** The number of selected lines. */
  selected: number;
  /** Lines by state; absent for none. */
  counts: Partial<Record<LineState, number>>;
  /** The states of the listed lines; empty for all. */
  states: readonly LineState[];
  /** Variants are counted from 0. */
  useTake: (variant: number) => void;
  make: () => void;
  /** Makes the outdated takes of the listed lines. */
  makeOutdated: () => void;
  stop: () => void;
  clean: () => void;
}

/** Takes with a key of their own: "1" to "9". */
const keys = 9;

/** Takes are chosen, made, stopped and removed. */
export function takeActions(context: TakeContext): Action[] {
  const { session, line, selected, counts, states } = context;
  const texts = t.review;
  const group = texts.group;
  const inList = { isListShortcut: true, group };
  const service = needsService(session);
  const isListed = states.length === 0 || states.includes("stale");
  return [
    {
      id: "review.make-take",
      title: texts.makeTake,
      icon: Wand,
      shortcut: "G",
      ...inList,
      reason: selected > 0 ? service : texts.selectLine,
      run: context.make,
    },
    {
      id: "review.make-outdated",
      title: texts.makeOutdated,
      icon: Wand,
      shortcut: "Shift+G",
      ...inList,
      reason: isListed && (counts.stale ?? 0) > 0 ? service : texts.noneOutdated,
      run: context.makeOutdated,
    },
    {
      id: "review.stop-takes",
      title: texts.stopTakes,
      icon: Ban,
      group,
      reason: (counts.generating ?? 0) > 0 ? service : texts.noneGenerating,
      run: context.stop,
    },
    {
      id: "review.clean-takes",
      title: texts.cleaning.open,
      icon: Brush,
      group,
      reason: service,
      run: context.clean,
    },
    ...Array.from({ length: keys }, (_, variant) => ({
      id: `review.take-${variant + 1}`,
      title: texts.chooseTake(variant + 1),
      shortcut: String(variant + 1),
      isListShortcut: true,
      group: texts.takes,
      reason: line ? (line.takes === 0 ? texts.noTake : service) : texts.selectLine,
      run: () => context.useTake(variant),
    })),
  ];
}
