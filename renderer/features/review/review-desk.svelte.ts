/**
 * The desk of a dubbed language without its view: its lines, what is heard of them, and changes.
 */
import { untrack } from "svelte";
import type { NamedLine, ReviewedLine } from "../../../preload/contract/review";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";
import { createCommentSpans } from "./changes/comment-spans.svelte";
import { createDecisions } from "./changes/decide-lines";
import { createLineEditing } from "./changes/edit-lines";
import { isShownConflict } from "./changes/conflict-values";
import { LineChanges, type LineChangesOptions } from "./changes/line-changes.svelte";
import { createPlacements } from "./changes/placements";
import { createTakeCommands } from "./changes/take-commands";
import type { Language } from "./language";
import { LineDrafts } from "./line/line-drafts.svelte";
import { LinePane } from "./line/line-pane.svelte";
import { LanguageLines } from "./list/language-lines.svelte";
import { pollChanges } from "./list/poll-changes.svelte";
import { createListening } from "./playback/create-listening.svelte";
import { listenToSelection } from "./playback/listen-to-selection.svelte";
import { playWhenMade } from "./playback/play-when-made.svelte";
import { createTakeChoice } from "./changes/use-take";

export interface ReviewDeskView {
  /** Names of filters: the lines that are shown at first. "" for all. */
  firstFilter: string;
  /** Selects a line of the list and scrolls it into view. */
  show: (index: number, line: ReviewedLine) => void;
  /** Whether other persons may be at the lines. */
  isShared: () => boolean;
  /** Shows both versions of a line that was changed elsewhere. */
  resolve: LineChangesOptions["resolve"];
}

export type ReviewDesk = ReturnType<typeof createReviewDesk>;

/** Call while a component is created; the desk ends with the component. */
export function createReviewDesk(language: Language, view: ReviewDeskView) {
  const texts = t.review;
  const { show } = view;
  const lines = new LanguageLines(language, view.firstFilter);
  const { list, selection } = lines;
  const pane = new LinePane();
  const drafts = new LineDrafts(language);
  /** The selected line, if it is one. */
  const single = () => lines.single;

  const playback = createListening(language, {
    isBegun: () => lines.isRead,
    onfollow: (line) => void select(line.number),
    onfail: (mode) =>
      toasts.show(mode === "original" ? texts.listening.originalFailed : texts.soundFailed, {
        tone: "bad",
      }),
  });
  const listening = () => playback.listening;

  function showChanged(line: ReviewedLine): void {
    playback.lines.put(line);
    lines.refresh();
  }
  function refresh(): void {
    lines.refresh();
    const line = single();
    void playback.refresh(line ? [line.number] : []);
  }
  pollChanges(language, {
    state: () => lines.pollState(view.isShared()),
    at: () => single()?.number ?? null,
    onpoll(numbers) {
      if (numbers === null) refresh();
      else if (numbers.length > 0) {
        lines.refresh();
        void playback.refresh(numbers);
      } else lines.refreshCounts();
    },
    onpeople: (people) => (lines.people = people),
  });

  // The lines of the timeline are read after those of the list.
  const findLine = (number: number) => {
    const line = single();
    return playback.lines.find(number)?.line ?? (line?.number === number ? line : undefined);
  };
  const changes = new LineChanges({
    language,
    shown: (number) => list.at(list.indexOf(number)) ?? findLine(number),
    onconflict: refresh,
    async resolve(conflict) {
      if (isShownConflict(conflict)) return view.resolve(conflict);
      toasts.show(texts.conflict(conflict.by), { tone: "bad" });
      return false;
    },
  });
  const place = createPlacements(findLine, changes, showChanged);
  const onrequested = () => (lines.isRequested = true);
  const commands = createTakeCommands(language, { onrequested, onchanged: refresh });
  const editing = createLineEditing({
    changes,
    single,
    next: (number) => playback.lines.find(number + 1)?.line,
    times: () => playback.times,
    positionMs: () => listening()?.player.positionMs ?? null,
    async onedited(line) {
      refresh();
      if (line) await select(line.number);
    },
  });
  const select = listenToSelection({
    listening,
    list,
    selection,
    show,
    single,
    isComplete: () => lines.isComplete,
  });
  const decisions = createDecisions({
    workspaceId: language.workspaceId,
    list,
    selection,
    show,
    changes,
    single,
    listening,
    onchanged: showChanged,
    onrefresh: refresh,
    onrejected: () => void pane.editReason(),
  });
  const useTake = createTakeChoice({ language, changes, single, listening, onchanged: refresh });
  const awaitTake = playWhenMade(single, listening);

  // Once: a line that is deleted here can be restored, with its draft.
  let areDraftsOfLines = false;
  $effect(() => {
    const { first } = playback.lines;
    if (areDraftsOfLines || !first || !drafts.isRead) return;
    areDraftsOfLines = true;
    untrack(() => drafts.keepOnly(first));
  });

  const commenting = createCommentSpans({
    single,
    placed: (number) => playback.lines.find(number),
    positionMs: () => listening()?.player.positionMs ?? null,
    select,
    comment: (atMs, endMs) => pane.comment(atMs, endMs),
  });

  /** Makes a take of a line, and plays it. */
  function makeTake({ number, identity }: NamedLine): Promise<void> {
    awaitTake();
    return commands.make({ lines: [{ number, identity }] });
  }

  return {
    language,
    lines,
    pane,
    drafts,
    playback,
    changes,
    commands,
    editing,
    commenting,
    /** The selected line, if it is one. */
    get single() {
      return lines.single;
    },
    get listening() {
      return playback.listening;
    },
    /** The id of the take that is playing, or null. */
    get playing() {
      return playback.listening?.player.playing ?? null;
    },
    refresh,
    select,
    place,
    useTake,
    makeTake,
    decide: decisions.decide,
    go: decisions.go,
    goToFirst: decisions.goToFirst,
    /** Plays the take of the selected line, or stops what is played. */
    play(): void {
      const [current, line] = [listening(), single()];
      if (current?.player.current) current.stop();
      else if (line?.chosen) current?.take(line, line.chosen);
    },
    /** Makes takes of the selected lines. */
    async makeSelected(): Promise<void> {
      const line = single();
      if (line) return makeTake(line);
      await runWithToast(async () => {
        const selected = await selection.resolve();
        const named = selected.map(({ number, identity }) => ({ number, identity }));
        await commands.make({ lines: named });
      });
    },
  };
}
