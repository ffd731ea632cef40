/**
 * OpenTimelineIO (.otio): the serialized schemas Timeline.1, Stack.1, Track.1, Clip.2, Gap.1 and
 * ExternalReference.1. A clip references all takes of its line; the chosen one is active.
 */
import {
  chosenTake,
  groupBy,
  timelineRate,
  type Timeline,
  type TimelineLine,
  type TimelineTake,
} from "../timeline";
import { samplesOfFrame } from "./timecode";

const time = (value: number) => ({ OTIO_SCHEMA: "RationalTime.1", rate: timelineRate, value });
const range = (start: number, length: number) => ({
  OTIO_SCHEMA: "TimeRange.1",
  start_time: time(start),
  duration: time(length),
});
const item = { effects: [], enabled: true, markers: [], metadata: {} };

const gap = (length: number) => ({
  OTIO_SCHEMA: "Gap.1",
  ...item,
  name: "",
  source_range: range(0, length),
});

/** A relative URL reference. */
const urlOf = (file: string) => file.split("/").map(encodeURIComponent).join("/");

const reference = (file: string, length: number) => ({
  OTIO_SCHEMA: "ExternalReference.1",
  available_range: range(0, length),
  metadata: {},
  name: "",
  target_url: urlOf(file),
});

const keyOf = ({ variant }: TimelineTake) => `T${variant + 1}`;

function clip(line: TimelineLine, chosen: TimelineTake) {
  return {
    OTIO_SCHEMA: "Clip.2",
    ...item,
    name: `${line.number} ${line.character}`,
    source_range: range(0, chosen.length),
    media_references: Object.fromEntries(
      line.takes.map((take) => [keyOf(take), reference(take.file, take.length)]),
    ),
    active_media_reference_key: keyOf(chosen),
    metadata: {
      dubyard: { line: line.lineId, text: line.text, state: line.state, speed: line.speed },
    },
  };
}

interface Placed {
  line: TimelineLine;
  take: TimelineTake;
  start: number;
}

/** The lines of a character, in as few tracks as possible: within a track nothing overlaps. */
function tracksOf(lines: readonly Placed[]): Placed[][] {
  const tracks: Placed[][] = [];
  for (const placed of lines) {
    const free = tracks.find((track) => endOf(track.at(-1)) <= placed.start);
    if (free) free.push(placed);
    else tracks.push([placed]);
  }
  return tracks;
}
const endOf = (placed: Placed | undefined) => (placed ? placed.start + placed.take.length : 0);

function track(name: string, kind: "Audio" | "Video", children: unknown[]) {
  return { OTIO_SCHEMA: "Track.1", ...item, name, kind, source_range: null, children };
}

function placedLines({ lines }: Timeline): Placed[] {
  return lines
    .flatMap((line) => {
      const take = chosenTake(line);
      return line.start === null || !take ? [] : [{ line, take, start: line.start }];
    })
    .sort((a, b) => a.start - b.start || a.line.number - b.line.number);
}

/** Files are relative to the folder of the timeline. */
export function toOtio(timeline: Timeline): string {
  const { batch, languageId, length, video, startFrame, frameRate, characters } = timeline;
  const spoken = groupBy(placedLines(timeline), ({ line }) => line.character);
  const picture = {
    OTIO_SCHEMA: "Clip.2",
    ...item,
    name: "Picture",
    source_range: range(0, length),
    media_references: { DEFAULT_MEDIA: reference(video ?? "", length) },
    active_media_reference_key: "DEFAULT_MEDIA",
  };
  const audio = characters.flatMap((character) =>
    tracksOf(spoken.get(character) ?? []).map((lines) => {
      let at = 0;
      const children = lines.flatMap(({ line, take, start }) => {
        const before = start > at ? [gap(start - at)] : [];
        at = start + take.length;
        return [...before, clip(line, take)];
      });
      return track(character, "Audio", children);
    }),
  );
  const document = {
    OTIO_SCHEMA: "Timeline.1",
    name: `${batch} ${languageId}`,
    global_start_time: time(samplesOfFrame(startFrame, frameRate)),
    metadata: {},
    tracks: {
      OTIO_SCHEMA: "Stack.1",
      ...item,
      name: "tracks",
      source_range: null,
      children: [...(video === null ? [] : [track("Picture", "Video", [picture])]), ...audio],
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
