/** A timeline for the writers of deliveries. */
import type {
  Timeline,
  TimelineLine,
  TimelineTake,
} from "../../main/local-service/delivery/timeline";

export const timelineTake = (
  variant: number,
  change: Partial<TimelineTake> = {},
): TimelineTake => ({
  variant,
  file: `takes/${variant}.wav`,
  length: 48_000,
  loudness: -23,
  truePeak: -4.5,
  voice: "Ashley",
  bandwidth: 8_000,
  isChosen: variant === 0,
  ...change,
});

export const timelineLine = (number: number, change: Partial<TimelineLine> = {}): TimelineLine => ({
  number,
  lineId: `L${number}`,
  character: "ANNA",
  sourceAudio: "",
  source: "Hello.",
  text: "Hola.",
  slot: { start: number * 96_000, end: number * 96_000 + 72_000 },
  start: number * 96_000,
  speed: 1,
  state: "approved",
  decidedBy: "Mia",
  reason: "",
  comments: [],
  checks: [],
  takes: [timelineTake(0, { file: `takes/${number}.wav` })],
  ...change,
});

export const timelineOf = (lines: TimelineLine[], change: Partial<Timeline> = {}): Timeline => ({
  project: "Series",
  batch: "Episode 1",
  languageId: "es-es",
  length: 48_000 * 600,
  frameRate: { numerator: 25, denominator: 1, isDropFrame: false },
  startFrame: 90_000,
  video: "video/EP01.mp4",
  characters: [...new Set(lines.map(({ character }) => character))],
  lines,
  ...change,
});
