/**
 * OpenTimelineIO (.otio): the serialized schemas Timeline.1, Stack.1, Track.1, Clip.2, Gap.1 and
 * ExternalReference.1. A clip references all takes of its line; the chosen one is active. Times of
 * the timeline and of all media have the rate of the picture, because the adapters for EDL and FCP
 * XML write each as a timecode and refuse other rates, such as 48000; they are fractions of frames,
 * so that each sample is exact. The media of a take begin with the timecode of their Broadcast Wave
 * file.
 */
import {
  groupBy,
  pictureStartOf,
  timelineRate,
  type FrameRate,
  type Timeline,
  type TimelineTake,
} from "../timeline";
import { endOf, layersOf, placedLines, urlOf, type Placed } from "./placed-lines";

const perSecond = ({ numerator, denominator }: FrameRate) => numerator / denominator;
const time = (value: number, rate: number) => ({ OTIO_SCHEMA: "RationalTime.1", rate, value });
const range = (start: number, length: number, rate: number) => ({
  OTIO_SCHEMA: "TimeRange.1",
  start_time: time(start, rate),
  duration: time(length, rate),
});
/** Samples as frames of the picture, which need not be whole. */
const framesOf = (samples: number, { numerator, denominator }: FrameRate) =>
  (samples * numerator) / (denominator * timelineRate);
/** A range of `length` samples from a frame, which need not be whole. */
const pictureRange = (length: number, rate: FrameRate, startFrame = 0) =>
  range(startFrame, framesOf(length, rate), perSecond(rate));
/** How the adapter for FCP XML counts frames; it reads no timecode with drop frames elsewhere. */
const timecodeKind = ({ isDropFrame }: FrameRate) =>
  isDropFrame ? { fcp_xml: { timecode: { displayformat: "DF" } } } : {};
const item = { effects: [], enabled: true, markers: [], metadata: {} };

const gap = (length: number, rate: FrameRate) => ({
  OTIO_SCHEMA: "Gap.1",
  ...item,
  name: "",
  source_range: pictureRange(length, rate),
});

const reference = (file: string, available: ReturnType<typeof range>, rate: FrameRate) => ({
  OTIO_SCHEMA: "ExternalReference.1",
  available_range: available,
  metadata: timecodeKind(rate),
  name: file.slice(file.lastIndexOf("/") + 1),
  target_url: urlOf(file),
});

const keyOf = ({ variant }: TimelineTake) => `T${variant + 1}`;

function clip({ line, take: chosen, start }: Placed, { frameRate, startFrame }: Timeline) {
  const first = startFrame + framesOf(start, frameRate);
  return {
    OTIO_SCHEMA: "Clip.2",
    ...item,
    name: `${line.number} ${line.character}`,
    source_range: pictureRange(chosen.length, frameRate, first),
    media_references: Object.fromEntries(
      line.takes.map((take) => [
        keyOf(take),
        reference(take.file, pictureRange(take.length, frameRate, first), frameRate),
      ]),
    ),
    active_media_reference_key: keyOf(chosen),
    metadata: {
      dubyard: { line: line.lineId, text: line.text, state: line.state, speed: line.speed },
    },
  };
}

function track(name: string, kind: "Audio" | "Video", children: unknown[]) {
  return { OTIO_SCHEMA: "Track.1", ...item, name, kind, source_range: null, children };
}

/** Files are relative to the folder of the timeline. */
export function toOtio(timeline: Timeline): string {
  const { batch, languageId, length, video, startFrame, frameRate, characters } = timeline;
  const pictureStart = pictureStartOf(timeline);
  const spoken = groupBy(placedLines(timeline), ({ line }) => line.character);
  const picture = {
    OTIO_SCHEMA: "Clip.2",
    ...item,
    name: "Picture",
    // The media of the picture begins with its timecode.
    source_range: pictureRange(length, frameRate, pictureStart),
    media_references: {
      DEFAULT_MEDIA: reference(
        video ?? "",
        pictureRange(length, frameRate, pictureStart),
        frameRate,
      ),
    },
    active_media_reference_key: "DEFAULT_MEDIA",
  };
  const audio = characters.flatMap((character) =>
    layersOf(spoken.get(character) ?? []).map((lines) => {
      let at = 0;
      const children = lines.flatMap((placed) => {
        const before = placed.start > at ? [gap(placed.start - at, frameRate)] : [];
        at = endOf(placed);
        return [...before, clip(placed, timeline)];
      });
      return track(character, "Audio", children);
    }),
  );
  const document = {
    OTIO_SCHEMA: "Timeline.1",
    name: `${batch} ${languageId}`,
    global_start_time: time(startFrame, perSecond(frameRate)),
    metadata: timecodeKind(frameRate),
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
