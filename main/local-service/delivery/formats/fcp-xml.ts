/**
 * The XML interchange format of Final Cut Pro 7, version 5 (.xml): a sequence at the rate of the
 * picture, with the picture and, for each character, tracks of clips in whole frames. The media of
 * a take begin with the timecode of their Broadcast Wave file.
 */
import { escapeXml } from "../../../common/xml";
import { groupBy, pictureStartOf, timelineRate, type Timeline } from "../timeline";
import {
  framedLines,
  framesOfLayer,
  layersOf,
  timebaseOf,
  urlOf,
  type Framed,
} from "./placed-lines";
import { frameAt, timecodeOf } from "./timecode";

/** The bits of a sample in a sound file. */
const bitDepth = 24;

type Content = string | number | Element[];
type Element = [name: string, content: Content, attributes?: Record<string, string>];

function* rowsOf([name, content, attributes = {}]: Element, indent: string): Generator<string> {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `${indent}<${name}${pairs.join("")}>`;
  if (!Array.isArray(content)) yield `${open}${escapeXml(String(content))}</${name}>`;
  else {
    yield open;
    for (const element of content) yield* rowsOf(element, `${indent}  `);
    yield `${indent}</${name}>`;
  }
}

const truth = (value: boolean) => (value ? "TRUE" : "FALSE");

function rateOf({ frameRate }: Timeline): Element {
  const { timebase, isNtsc } = timebaseOf(frameRate);
  return [
    "rate",
    [
      ["timebase", timebase],
      ["ntsc", truth(isNtsc)],
    ],
  ];
}

/** The timecode of a frame, counted from the begin of the timeline. */
function timecode(timeline: Timeline, frame: number): Element {
  const { startFrame, frameRate } = timeline;
  return [
    "timecode",
    [
      rateOf(timeline),
      ["string", timecodeOf(startFrame + frame, frameRate)],
      ["frame", startFrame + frame],
      ["displayformat", frameRate.isDropFrame ? "DF" : "NDF"],
    ],
  ];
}

const soundFormat: Element = [
  "samplecharacteristics",
  [
    ["depth", bitDepth],
    ["samplerate", timelineRate],
  ],
];

const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1);

function soundClip(timeline: Timeline, framed: Framed): Element {
  const { line, take, firstFrame, endFrame } = framed;
  const duration = endFrame - firstFrame;
  const file: Element = [
    "file",
    [
      ["name", nameOf(take.file)],
      ["pathurl", urlOf(take.file)],
      rateOf(timeline),
      ["duration", duration],
      timecode(timeline, firstFrame),
      ["media", [["audio", [soundFormat, ["channelcount", 1]]]]],
    ],
    { id: `file-${line.number}` },
  ];
  return [
    "clipitem",
    [
      ["name", `${line.number} ${line.character}`],
      ["duration", duration],
      rateOf(timeline),
      ["start", firstFrame],
      ["end", endFrame],
      ["in", 0],
      ["out", duration],
      file,
      [
        "sourcetrack",
        [
          ["mediatype", "audio"],
          ["trackindex", 1],
        ],
      ],
      ["comments", [["mastercomment1", line.text]]],
    ],
    { id: `clipitem-${line.number}` },
  ];
}

/** The file of the picture has its own timecode. */
function pictureTimeline(timeline: Timeline): Timeline {
  const { frameRate, isPictureDropFrame: isDropFrame = frameRate.isDropFrame } = timeline;
  const startFrame = pictureStartOf(timeline);
  return { ...timeline, startFrame, frameRate: { ...frameRate, isDropFrame } };
}

function picture(timeline: Timeline, video: string, duration: number): Element {
  const file: Element = [
    "file",
    [
      ["name", nameOf(video)],
      ["pathurl", urlOf(video)],
      rateOf(timeline),
      ["duration", duration],
      timecode(pictureTimeline(timeline), 0),
      ["media", [["video", []]]],
    ],
    { id: "file-picture" },
  ];
  const clip: Element = [
    "clipitem",
    [
      ["name", "Picture"],
      ["duration", duration],
      rateOf(timeline),
      ["start", 0],
      ["end", duration],
      ["in", 0],
      ["out", duration],
      file,
    ],
    { id: "clipitem-picture" },
  ];
  return ["video", [["track", [clip]]]];
}

/** Files are relative to the folder of the document. */
export function toFcpXml(timeline: Timeline): string {
  const { batch, languageId, characters, video, length, frameRate } = timeline;
  const lines = framedLines(timeline);
  const spoken = groupBy(lines, ({ line }) => line.character);
  const last = lines.reduce((end, { endFrame }) => Math.max(end, endFrame), 0);
  const duration = Math.max(frameAt(length, frameRate), last);
  const tracks = characters.flatMap((character) =>
    layersOf(spoken.get(character) ?? [], framesOfLayer).map((layer): Element => [
      "track",
      layer.map((framed) => soundClip(timeline, framed)),
      // Shown by Premiere.
      { "MZ.TrackName": character },
    ]),
  );
  const sequence: Element = [
    "sequence",
    [
      ["name", `${batch} ${languageId}`],
      ["duration", duration],
      rateOf(timeline),
      timecode(timeline, 0),
      [
        "media",
        [
          ...(video === null ? [] : [picture(timeline, video, duration)]),
          ["audio", [["format", [soundFormat]], ...tracks]],
        ],
      ],
    ],
    { id: "sequence-1" },
  ];
  const rows = rowsOf(["xmeml", [sequence], { version: "5" }], "");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n${[...rows].join("\n")}\n`;
}
