import AudioLines from "@lucide/svelte/icons/audio-lines";
import ChartNoAxesGantt from "@lucide/svelte/icons/chart-no-axes-gantt";
import Mic from "@lucide/svelte/icons/mic";
import MessageSquarePlus from "@lucide/svelte/icons/message-square-plus";
import MessageSquareQuote from "@lucide/svelte/icons/message-square-quote";
import PictureInPicture2 from "@lucide/svelte/icons/picture-in-picture-2";
import Play from "@lucide/svelte/icons/play";
import Square from "@lucide/svelte/icons/square";
import StepBack from "@lucide/svelte/icons/step-back";
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import { maxOffsetMs, speeds } from "../../../../preload/facts/review";
import type { Action } from "../../../app/actions.svelte";
import type { Session } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { needsService } from "../../../domain/offline-reason";

export interface ListeningContext {
  session: Session;
  /** The selected line. */
  line: ReviewedLine | undefined;
  /** Milliseconds of one step of a placement: a frame, or 40 without a picture. */
  stepMs: number;
  isPlaying: boolean;
  play: () => void;
  playOriginal: () => void;
  playInContext: () => void;
  playOn: () => void;
  stop: () => void;
  back: () => void;
  comment: () => void;
  commentSpan: () => void;
  /** Whether the span of a comment on the line was begun. */
  isSpanBegun: boolean;
  changeVoice: (scope: "line" | "character") => void;
  toggleTimeline: () => void;
  /** Detaches the picture or brings it back; undefined where none is shown. */
  togglePicture: (() => void) | undefined;
  isPictureDetached: boolean;
  place: (toChange: (line: ReviewedLine) => LineChange) => void;
}

/** Steps of a placement with Shift. */
const manySteps = 10;

/** Listening and placing: the actions of a line that change no text and decide nothing. */
export function listeningActions(context: ListeningContext): Action[] {
  const { session, line, stepMs } = context;
  const { listening: texts, voice } = t.review;
  const inList = { isListShortcut: true, group: texts.group };
  const service = needsService(session);
  const needsLine = line ? service : t.review.selectLine;
  const needsTake = line && !line.chosen ? t.review.noTake : needsLine;
  // The line at the time of the change: several keys may be pressed before the first change is
  // stored.
  const move = (steps: number) =>
    context.place(({ offsetMs }) => ({
      offsetMs: Math.min(
        maxOffsetMs,
        Math.max(-maxOffsetMs, Math.round(offsetMs + steps * stepMs)),
      ),
    }));
  const speed = (steps: number) =>
    context.place(({ fit, chosen }) => {
      const now = typeof fit === "number" ? fit : (chosen?.speed ?? 1);
      const next = Math.round((now + steps * speeds.step) * 100) / 100;
      return { fit: Math.min(speeds.max, Math.max(speeds.min, next)) };
    });
  const placements: readonly [id: string, title: string, shortcut: string, run: () => void][] = [
    ["earlier", texts.earlier, "Alt+ArrowLeft", () => move(-1)],
    ["later", texts.later, "Alt+ArrowRight", () => move(1)],
    ["much-earlier", texts.muchEarlier, "Alt+Shift+ArrowLeft", () => move(-manySteps)],
    ["much-later", texts.muchLater, "Alt+Shift+ArrowRight", () => move(manySteps)],
    ["faster", texts.faster, "Alt+ArrowUp", () => speed(1)],
    ["slower", texts.slower, "Alt+ArrowDown", () => speed(-1)],
    [
      "reset",
      texts.reset,
      "Alt+0",
      () => context.place(() => ({ offsetMs: 0, levelDb: 0, fit: "auto" })),
    ],
  ];
  return [
    {
      id: "review.play",
      title: texts.play,
      icon: Play,
      shortcut: "Space",
      ...inList,
      reason: needsTake,
      run: context.play,
    },
    {
      id: "review.original",
      title: texts.original,
      icon: AudioLines,
      shortcut: "O",
      ...inList,
      reason: needsLine,
      run: context.playOriginal,
    },
    {
      id: "review.context",
      title: texts.context,
      shortcut: "P",
      ...inList,
      reason: needsLine,
      run: context.playInContext,
    },
    {
      id: "review.on",
      title: texts.on,
      shortcut: "L",
      ...inList,
      reason: service,
      run: context.playOn,
    },
    {
      id: "review.stop",
      title: t.review.stop,
      icon: Square,
      shortcut: "K",
      ...inList,
      reason: context.isPlaying ? undefined : texts.notPlaying,
      run: context.stop,
    },
    {
      id: "review.back",
      title: texts.back,
      icon: StepBack,
      shortcut: "J",
      ...inList,
      run: context.back,
    },
    ...commentActions(context, needsLine),
    {
      id: "review.character-voice",
      title: voice.changeCharacter,
      icon: Mic,
      shortcut: "V",
      ...inList,
      reason: needsLine,
      run: () => context.changeVoice("character"),
    },
    {
      id: "review.line-voice",
      title: voice.change,
      icon: Mic,
      shortcut: "Shift+V",
      ...inList,
      reason: needsLine,
      run: () => context.changeVoice("line"),
    },
    {
      id: "review.timeline",
      title: texts.toggleTimeline,
      icon: ChartNoAxesGantt,
      group: texts.group,
      run: context.toggleTimeline,
    },
    ...(context.togglePicture
      ? [
          {
            id: "review.picture",
            title: context.isPictureDetached ? t.review.picture.attach : t.review.picture.detach,
            icon: PictureInPicture2,
            group: texts.group,
            run: context.togglePicture,
          },
        ]
      : []),
    ...placements.map(([id, title, shortcut, run]) => ({
      id: `review.${id}`,
      title,
      shortcut,
      isListShortcut: true,
      group: t.review.placement,
      reason: needsLine,
      run,
    })),
  ];
}

/** Comments at the playhead. */
function commentActions(
  { session, comment, commentSpan, isSpanBegun }: ListeningContext,
  reason: string | undefined,
): Action[] {
  const { listening: texts } = t.review;
  const inList = { isListShortcut: true, group: texts.group, reason };
  const onMoment: Action = {
    id: "review.comment",
    title: texts.comment,
    icon: MessageSquarePlus,
    shortcut: "C",
    ...inList,
    run: comment,
  };
  const onSpan: Action = {
    id: "review.comment-span",
    title: isSpanBegun ? texts.endSpan : texts.beginSpan,
    icon: MessageSquareQuote,
    shortcut: "Shift+C",
    ...inList,
    run: commentSpan,
  };
  return session.offers("comment-threads") ? [onMoment, onSpan] : [onMoment];
}
