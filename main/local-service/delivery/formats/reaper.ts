/**
 * A session of REAPER (.rpp): a track for each character, an item for each line with all of its
 * takes. The format is that of the public chunk list of the ReaTeam documentation: lines of
 * space-separated fields, blocks in "<" and ">".
 */
import {
  chosenTake,
  groupBy,
  secondsOf,
  timelineRate,
  type FrameRate,
  type Timeline,
  type TimelineLine,
  type TimelineTake,
} from "../timeline";
import { samplesOfFrame } from "./timecode";

type Block = { name: string; fields?: readonly string[]; content: (string | Block)[] };

/**
 * A field: in quotes that it does not contain. The format has no escapes, and a field is on one
 * line.
 */
export function field(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are matched on purpose
  const row = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ");
  if (!row.includes('"')) return `"${row}"`;
  if (!row.includes("'")) return `'${row}'`;
  return `\`${row.replaceAll("`", "'")}\``;
}

/** 12 decimals: the position of each sample stays exact for days. */
const position = (samples: number) => secondsOf(samples).toFixed(12);

function* rowsOf(block: Block, indent: string): Generator<string> {
  yield `${indent}<${[block.name, ...(block.fields ?? [])].join(" ")}`;
  for (const part of block.content)
    if (typeof part === "string") yield `${indent}  ${part}`;
    else yield* rowsOf(part, `${indent}  `);
  yield `${indent}>`;
}

const takeBlock = (line: TimelineLine, { file, variant }: TimelineTake): (string | Block)[] => [
  `NAME ${field(`${line.number} ${line.character} T${variant + 1}`)}`,
  "VOLPAN 1 0 1 -1",
  "SOFFS 0",
  "PLAYRATE 1 1 0 -1 0 0.0025",
  { name: "SOURCE", fields: ["WAVE"], content: [`FILE ${field(file)}`] },
];

function itemBlock(line: TimelineLine, start: number, chosen: TimelineTake): Block {
  const [first, ...others] = line.takes;
  const notes = [line.text, ...(line.reason === "" ? [] : [`(${line.reason})`])];
  return {
    name: "ITEM",
    content: [
      `POSITION ${position(start)}`,
      `LENGTH ${position(chosen.length)}`,
      "LOOP 0",
      // No fades: the items are mixed as they are.
      "FADEIN 0 0 0 0 0 0 0",
      "FADEOUT 0 0 0 0 0 0 0",
      "MUTE 0 0",
      ...(first ? takeBlock(line, first) : []),
      ...others.flatMap((take) => [take.isChosen ? "TAKE SEL" : "TAKE", ...takeBlock(line, take)]),
      {
        name: "NOTES",
        content: notes.flatMap((text) => text.split(/\r\n|[\n\r]/).map((row) => `|${row}`)),
      },
    ],
  };
}

function videoTrack({ video, length }: Timeline): Block[] {
  if (video === null) return [];
  const source: Block = { name: "SOURCE", fields: ["VIDEO"], content: [`FILE ${field(video)}`] };
  // Its own sound is muted.
  const item: Block = {
    name: "ITEM",
    content: ["POSITION 0", `LENGTH ${position(length)}`, "LOOP 0", "VOLPAN 0 0 1 -1", source],
  };
  return [{ name: "TRACK", content: ['NAME "Picture"', item] }];
}

/**
 * The ruler in timecode, with the frames that a second counts, and how: 0 for whole rates, 1 for
 * drop frames, 2 for rates such as 23.976 without them.
 */
function timeMode({ numerator, denominator, isDropFrame }: FrameRate): string {
  const kind = isDropFrame ? 1 : denominator === 1 ? 0 : 2;
  return `TIMEMODE 1 5 -1 ${Math.round(numerator / denominator)} ${kind} 0 -1`;
}

/** Markers of open comments; regions, which have a second row for their end, of those on spans. */
function markersOf(lines: Timeline["lines"]): string[] {
  const comments = lines.flatMap(({ number, comments: found }) =>
    found.flatMap(({ at, end, text, isResolved, isReply }) =>
      at === null || isResolved || isReply ? [] : [{ at, end, name: field(`${number}: ${text}`) }],
    ),
  );
  return comments
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, end, name }, index) => {
      const marker = `MARKER ${index + 1}`;
      return end === undefined
        ? [`${marker} ${position(at)} ${name} 0`]
        : [`${marker} ${position(at)} ${name} 1`, `${marker} ${position(end)} "" 1`];
    });
}

/** The file as UTF-8. Files are relative to the folder of the session. */
export function toReaper(timeline: Timeline): string {
  const { lines, characters, startFrame, frameRate } = timeline;
  const spoken = groupBy(lines, ({ character }) => character);
  const tracks = characters.map((character): Block => ({
    name: "TRACK",
    content: [
      `NAME ${field(character)}`,
      ...(spoken.get(character) ?? []).flatMap((line) => {
        const chosen = chosenTake(line);
        return line.start === null || !chosen ? [] : [itemBlock(line, line.start, chosen)];
      }),
    ],
  }));
  const project: Block = {
    name: "REAPER_PROJECT",
    fields: ["0.1", '"6.0"', "0"],
    content: [
      `PROJOFFS ${position(samplesOfFrame(startFrame, frameRate))} 0 0`,
      `SAMPLERATE ${timelineRate} 1 0`,
      timeMode(frameRate),
      "TEMPO 120 4 4",
      ...markersOf(lines),
      ...videoTrack(timeline),
      ...tracks,
    ],
  };
  return `${[...rowsOf(project, "")].join("\n")}\n`;
}
