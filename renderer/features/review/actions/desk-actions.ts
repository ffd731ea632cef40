import type { ReviewedLine } from "../../../../preload/contract/review";
import type { Action } from "../../../app/actions.svelte";
import type { Session } from "../../../app/session.svelte";
import { approveAll } from "../changes/approve-all";
import type { ReviewDesk } from "../review-desk.svelte";
import { saveTexts } from "../texts/save-texts";
import { lineActions } from "./line-actions";
import { listeningActions } from "./listening-actions";
import { reviewActions } from "./review-actions";
import { takeActions } from "./take-actions";

/** What the view of a desk opens and shows. */
export interface DeskDialogs {
  changeVoice: (line: ReviewedLine, scope: "line" | "character") => void;
  toggleTimeline: () => void;
  /** Shows the picture in a window of its own, or here again; undefined without a picture. */
  togglePicture: (() => void) | undefined;
  isPictureDetached: boolean;
  replace: () => void;
  readTexts: () => void;
  focusFilter: () => void;
}

/** All actions of a desk, for its present lines and selection. */
export function deskActions(desk: ReviewDesk, session: Session, dialogs: DeskDialogs): Action[] {
  const { language, lines, pane, drafts, playback, changes, commands, editing } = desk;
  const { single, listening } = desk;
  const { selection } = lines;
  const following = single && playback.lines.find(single.number + 1)?.line;
  const positionMs = () => listening?.player.positionMs ?? null;
  return [
    ...listeningActions({
      session,
      line: single,
      play: desk.play,
      stepMs: playback.stepMs,
      isPlaying: desk.playing !== null,
      playOriginal: () => single && listening?.original(single),
      playInContext: () => single && listening?.context(single),
      playOn: () => listening?.on(),
      stop: () => listening?.stop(),
      back: () => listening?.back(),
      comment: () => void desk.commenting.commentHere(),
      commentSpan: () => void desk.commenting.commentSpan(),
      isSpanBegun: desk.commenting.isSpanBegun,
      changeVoice: (scope) => single && dialogs.changeVoice(single, scope),
      toggleTimeline: dialogs.toggleTimeline,
      togglePicture: dialogs.togglePicture,
      isPictureDetached: dialogs.isPictureDetached,
      place: (toChange) => single && desk.place(single.number, toChange),
    }),
    ...takeActions({
      session,
      line: single,
      selected: selection.count,
      counts: lines.counts,
      states: lines.filter.states,
      useTake: (variant) => void desk.useTake(variant),
      make: () => void desk.makeSelected(),
      makeOutdated: () => void commands.make({ filter: { ...lines.filter, states: ["stale"] } }),
      stop: () => void commands.stop(),
      clean: () => void commands.clean(),
    }),
    ...lineActions({
      session,
      line: single,
      times: playback.times,
      next: following,
      isNextEdited: following !== undefined && drafts.has(following.identity),
      total: playback.lines.total,
      isEdited: single !== undefined && drafts.get("texts", single.identity) !== null,
      split: () => void editing.split(),
      merge: () => void editing.merge(),
      add: (isBefore) => void editing.add(isBefore),
      remove: () => void editing.remove(),
      positionMs,
      editTimes: () => void pane.editTimes(),
      editCharacter: () => void pane.editCharacter(),
      editSource: () => void pane.editSource(),
      place: (toChange) => single && desk.place(single.number, toChange),
    }),
    ...reviewActions({
      session,
      line: single,
      selected: selection.count,
      counts: lines.counts,
      canUndo: changes.canUndo,
      go: (step) => void desk.go(step),
      decide: (decision) => void desk.decide(decision),
      edit: () => void pane.editText(),
      undo: () => void changes.undo().then(desk.refresh),
      approveAll: (isWithoutWarnings) =>
        void approveAll({
          language,
          changes,
          isWithoutWarnings,
          filter: lines.isComplete ? null : lines.filter,
        }).then(desk.refresh),
      replace: dialogs.replace,
      saveTexts: () => void saveTexts(language),
      readTexts: dialogs.readTexts,
      filter: dialogs.focusFilter,
      toggleDetails: () => pane.toggle(),
    }),
  ];
}
