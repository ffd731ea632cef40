/** What the Broadcast Wave files of a delivery say about their sounds. */
import type { BwfNotes } from "../engine/ports";
import { samplesOfFrame } from "./formats/timecode";
import type { Timeline, TimelineLine, TimelineTake } from "./timeline";

/** Where the timeline begins, in samples since midnight. */
const startOf = ({ startFrame, frameRate }: Timeline) => samplesOfFrame(startFrame, frameRate);

export const takeNotes = ({
  timeline,
  line,
  take,
}: {
  timeline: Timeline;
  line: TimelineLine;
  take: TimelineTake;
}): BwfNotes => ({
  timeReference: line.start === null ? 0 : startOf(timeline) + line.start,
  description: line.text,
  project: timeline.project,
  track: line.character,
  frameRate: timeline.frameRate,
  take: {
    scene: `${timeline.batch} ${line.lineId}`,
    take: String(take.variant + 1),
    isCircled: take.isChosen,
    note: [line.character, ...(line.reason === "" ? [] : [line.reason])].join(": "),
  },
});

/** Notes in a stem or a mix, which begins with the timeline. */
export const stemNotes = (timeline: Timeline, description: string): BwfNotes => ({
  timeReference: startOf(timeline),
  description,
  project: timeline.project,
  track: description,
  frameRate: timeline.frameRate,
  take: null,
});
