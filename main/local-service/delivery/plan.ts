/** The files of an export, and what keeps it from being delivered. Nothing is written. */
import type { DeliveryPart } from "../../../preload/facts/delivery";
import { bwfBytesPerSample, bwfHeader, paddedBytes } from "../engine/sound/delivery/bwf";
import type { BwfNotes } from "../engine/ports";
import type { ExportRequest } from "../rows/exports/export-port";
import { cueTable } from "./formats/cues";
import { toLabels } from "./formats/labels";
import { toOtio } from "./formats/otio";
import { toReaper } from "./formats/reaper";
import { checkTable, commentTable } from "./formats/reports";
import { toSrt, toVtt } from "./formats/subtitles";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { missingIn, type Missing } from "./missing";
import { createNames, deliveredName, languageTag, type Names } from "./names";
import { stemNotes, takeNotes } from "./notes";
import type { Snapshot, SnapshotLanguage } from "./snapshot";
import { chosenTake, type TimelineTake } from "./timeline";

/** How a file is made. */
export type FileContent =
  | { kind: "text"; write: () => string | Promise<Uint8Array> }
  | { kind: "take"; language: SnapshotLanguage; take: TimelineTake; notes: BwfNotes }
  /** Null: the stem of all characters. */
  | { kind: "stem"; language: SnapshotLanguage; character: string | null; notes: BwfNotes }
  | { kind: "mix"; language: SnapshotLanguage; notes: BwfNotes }
  | { kind: "video"; language: SnapshotLanguage }
  | { kind: "manifest" }
  | { kind: "checksums" };

export interface PlannedFile {
  /** Relative to the folder of the delivery, with "/". */
  path: string;
  /** Null if it is not known before the file is made. */
  bytes: number | null;
  content: FileContent;
}

export interface ExportPlan {
  files: PlannedFile[];
  missing: Missing[];
}

/** The files in the order in which they are made. Equal snapshots have equal plans. */
export function planExport(
  snapshot: Snapshot,
  { parts }: Pick<ExportRequest, "parts">,
): ExportPlan {
  const files = snapshot.languages.flatMap((language) => {
    const names = createNames();
    return parts.flatMap((part) =>
      planners[part]({ snapshot, language, names, parts }).map((file) => ({
        ...file,
        path: `${language.folder}/${file.path}`,
      })),
    );
  });
  const summary: PlannedFile[] = [
    { path: "manifest.json", bytes: null, content: { kind: "manifest" } },
    { path: "SHA256SUMS", bytes: null, content: { kind: "checksums" } },
  ];
  return {
    files: [...files, ...summary],
    missing: snapshot.languages.map(({ timeline }) => missingIn(timeline)),
  };
}

interface PartInput {
  snapshot: Snapshot;
  language: SnapshotLanguage;
  /** Of the language. */
  names: Names;
  /** Of the delivery. */
  parts: readonly DeliveryPart[];
}

const baseOf = ({ timeline }: SnapshotLanguage) =>
  `${deliveredName(timeline.batch, 60)}_${languageTag(timeline.languageId)}`;

function text(path: string, content: string): PlannedFile {
  return {
    path,
    bytes: Buffer.byteLength(content),
    content: { kind: "text", write: () => content },
  };
}

const hasTimes = ({ timeline }: SnapshotLanguage) =>
  timeline.lines.some((line) => line.start !== null && chosenTake(line));

/** Bytes of a Broadcast Wave file of this length. */
function bwfBytes(frames: number, channels: 1 | 2, notes: BwfNotes): number {
  const header = bwfHeader({ ...notes, channels, frames, loudness: null, truePeak: null });
  return header.length + paddedBytes(frames * channels * bwfBytesPerSample);
}

const planners: Readonly<Record<DeliveryPart, (input: PartInput) => PlannedFile[]>> = {
  takes: ({ language }) =>
    language.timeline.lines.flatMap((line) =>
      line.takes.map((take): PlannedFile => {
        const notes = takeNotes({ timeline: language.timeline, line, take });
        const bytes = bwfBytes(take.length, 1, notes);
        return { path: take.file, bytes, content: { kind: "take", language, take, notes } };
      }),
    ),
  stems({ language, names }) {
    if (!hasTimes(language)) return [];
    const { timeline } = language;
    const characters = timeline.characters.filter((character) =>
      timeline.lines.some((line) => line.character === character && chosenTake(line)),
    );
    return [null, ...characters].map((character): PlannedFile => {
      const suffix = character === null ? "DX" : `DX-${deliveredName(character, 20)}`;
      const notes = stemNotes(timeline, character ?? "All characters");
      return {
        path: names.unique(`stems/${baseOf(language)}_${suffix}_10`, ".wav"),
        bytes: bwfBytes(timeline.length, 1, notes),
        content: { kind: "stem", language, character, notes },
      };
    });
  },
  mix({ snapshot, language }) {
    const channels = snapshot.mixChannels;
    if (!hasTimes(language) || channels === null) return [];
    const notes = mixNotes(language);
    const bytes = bwfBytes(language.timeline.length, channels, notes);
    const content = { kind: "mix" as const, language, notes };
    return [{ path: mixPath(language, channels), bytes, content }];
  },
  video: ({ language }) =>
    language.timeline.video === null
      ? []
      : [{ path: language.timeline.video, bytes: null, content: { kind: "video", language } }],
  subtitles: ({ language }) => [
    text(`subtitles/${baseOf(language)}.srt`, toSrt(language.timeline)),
    text(`subtitles/${baseOf(language)}.vtt`, toVtt(language.timeline)),
  ],
  cues({ language, parts }) {
    const table = () => cueTable(language.timeline, { hasTakes: parts.includes("takes") });
    const write = () => toXlsx(table());
    return [
      text(`cues/${baseOf(language)}.csv`, toCsv(table())),
      { path: `cues/${baseOf(language)}.xlsx`, bytes: null, content: { kind: "text", write } },
    ];
  },
  reports: ({ language }) => [
    text("report/checks.csv", toCsv(checkTable(language.timeline))),
    text("report/comments.csv", toCsv(commentTable(language.timeline))),
  ],
  session: ({ language }) =>
    hasTimes(language)
      ? [
          text(`${baseOf(language)}.rpp`, toReaper(language.timeline)),
          text(`${baseOf(language)}_labels.txt`, toLabels(language.timeline)),
        ]
      : [],
  timeline: ({ language }) =>
    hasTimes(language) ? [text(`${baseOf(language)}.otio`, toOtio(language.timeline))] : [],
};

export const mixNotes = ({ timeline }: SnapshotLanguage): BwfNotes => stemNotes(timeline, "Mix");

/** The mix of a language, relative to its folder. "20" is stereo, "10" mono. */
export const mixPath = (language: SnapshotLanguage, channels: 1 | 2): string =>
  `mix/${baseOf(language)}_MIX_${channels}0.wav`;
