/**
 * Edit decision lists (.edl) in the format of CMX 3600: a title, how timecodes count, and up to 999
 * events on the audio channels A and A2. What has no room in one list continues in the next one.
 * The source of an event is a take, which begins with the timecode of its Broadcast Wave file, so
 * that both timecodes of an event are equal. Lists are ASCII, with CRLF.
 */
import anyAscii from "any-ascii";
import type { FrameRate, Timeline } from "../timeline";
import { framedLines, framesOfLayer, layersOf, type Framed } from "./placed-lines";
import { timecodeOf } from "./timecode";

/** The numbers of events have three digits. */
const maxEvents = 999;
const channels = ["A", "A2"] as const;
/** The name of the reel of a source that is a file. */
const reel = "AX";

interface Event extends Framed {
  channel: (typeof channels)[number];
}

const ascii = (text: string) =>
  anyAscii(text.normalize("NFC"))
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim();

/** "V" has no event: a list of the dub does not change the picture. */
function rowsOf(event: Event, index: number, startFrame: number, rate: FrameRate): string[] {
  const { channel, firstFrame, endFrame, take, line } = event;
  const times = [firstFrame, endFrame].map((frame) => timecodeOf(startFrame + frame, rate));
  const number = String(index + 1).padStart(3, "0");
  const name = take.file.slice(take.file.lastIndexOf("/") + 1);
  return [
    `${number}  ${reel.padEnd(8)} ${channel.padEnd(5)} C        ${[...times, ...times].join(" ")}`,
    `* FROM CLIP NAME: ${ascii(name)}`,
    `* COMMENT: ${ascii(`LINE ${line.number} ${line.character}`)}`,
  ];
}

/** The events of each list, in the order of their starts. */
function listsOf(timeline: Timeline): Event[][] {
  const layers = layersOf(framedLines(timeline), framesOfLayer);
  const lists: Event[][] = [];
  for (let first = 0; first < layers.length; first += channels.length) {
    const events = channels
      .flatMap((channel, at) =>
        (layers[first + at] ?? []).map((framed): Event => ({ ...framed, channel })),
      )
      .sort((a, b) => a.firstFrame - b.firstFrame || a.line.number - b.line.number);
    for (let at = 0; at < events.length; at += maxEvents)
      lists.push(events.slice(at, at + maxEvents));
  }
  return lists;
}

/** The number of lists of a timeline. */
export const countEdls = (timeline: Timeline): number => listsOf(timeline).length;

/** One of the lists of a timeline, from 0. */
export function toEdl(timeline: Timeline, index: number): string {
  const { batch, languageId, startFrame, frameRate } = timeline;
  const rows = [
    `TITLE: ${ascii(`${batch} ${languageId}`).slice(0, 70)}`,
    `FCM: ${frameRate.isDropFrame ? "DROP FRAME" : "NON-DROP FRAME"}`,
    ...(listsOf(timeline)[index] ?? []).flatMap((event, at) =>
      rowsOf(event, at, startFrame, frameRate),
    ),
  ];
  return `${rows.join("\r\n")}\r\n`;
}
