import { formatNumber } from "../../format";
import { count } from "./count";

/** Listening in the review of lines. */
export const listening = {
  group: "Listening",
  play: "Play the take, or stop",
  original: "Play the original",
  context: "Play in context",
  on: "Play on from the playhead",
  notPlaying: "Nothing is playing",
  back: "Two seconds back",
  comment: "Comment at the playhead",
  newCommentAt: (time: string) => `New comment at ${time}`,
  newCommentOn: (from: string, to: string) => `New comment from ${from} to ${to}`,
  beginSpan: "Begin a comment on a span at the playhead",
  endSpan: "End the span of the comment at the playhead",
  spanBegun: (time: string) => `The span of the comment begins at ${time}`,
  goTo: (time: string) => `Move the playhead to ${time}`,
  toggleTimeline: "Show or hide the timeline",
  earlier: "One frame earlier",
  later: "One frame later",
  muchEarlier: "Ten frames earlier",
  muchLater: "Ten frames later",
  faster: "Faster",
  slower: "Slower",
  reset: "Reset placement and speed",
  originalFailed: "This line has no original sound that can be played",
};

/** Why there is no picture. */
export const picture = {
  missing:
    "There is no picture: the video of the batch is at a URL, or it was deleted from the media gallery.",
  unknownFormat: "unknown",
  format: (codec: string) =>
    `This video cannot be played here (format: ${codec}). Takes are heard without it.`,
  picture: (codec: string) =>
    `The picture cannot be shown here (format: ${codec}). Its sound is played.`,
  detach: "Show the picture in its own window",
  attach: "Bring the picture back",
  notDetached: "The picture cannot be shown in its own window now",
  makingPreview: (percent: string) => `A preview is being made (${percent})`,
  previewStarted: "A preview of the picture is being made",
  previewReady: "The preview of the picture is ready",
  installFfmpeg: "Install FFmpeg to see the picture.",
};

/** The choice of a voice in the review of lines. */
export const voice = {
  change: "Voice of the line",
  changeCharacter: "Voice of the character",
  ofLine: (number: number) => `Voice of line ${formatNumber(number)}`,
  ofCharacter: (character: string) => `Voice of ${character}`,
  ofCharacterIn: (character: string, language: string) => `Voice of ${character} in ${language}`,
  now: (name: string) => `Now ${name}. No take is made by the choice.`,
  noneNow: "There is no voice yet. No take is made by the choice.",
  selectVoice: "Select a voice first",
  isCurrent: "This is the present voice",
  effect: (lines: number, batches: number) =>
    lines === 0
      ? "No line becomes outdated"
      : batches <= 1
        ? `${count(lines, "line becomes", "lines become")} outdated`
        : `${count(lines, "line becomes", "lines become")} outdated, in ${formatNumber(batches)} batches`,
  back: "Use the voice of the character",
  use: "Use this voice",
  assigned: (character: string, name: string) => `${character} has the voice ${name}`,
};

export const timeline = {
  label: "Timeline",
  summary: (lines: number, comments: number) =>
    `Timeline of ${count(lines, "line", "lines")} with ${count(comments, "open comment", "open comments")}.`,
  selected: (number: number, from: string, to: string) =>
    `Line ${formatNumber(number)} is from ${from} to ${to}.`,
  takeAt: (from: string, to: string) => `Its take is from ${from} to ${to}.`,
  untimed: "The script has no times: lines follow each other.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  partly: (number: string) => `The first ${number} lines`,
};
