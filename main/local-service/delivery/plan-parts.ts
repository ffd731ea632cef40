/** The files of each part of a delivery in a language; their paths are relative to its folder. */
import {
  takePresets,
  type DeliveryPart,
  type DeliveryPreset,
  type MixLayout,
} from "../../../preload/facts/delivery";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { bwfBytesPerSample, bwfHeader, paddedBytes } from "../engine/sound/delivery/bwf";
import type { BwfNotes, ChannelCount } from "../engine/ports";
import { isAtUrl } from "../dubbing/video";
import { audiobookOf } from "./formats/audiobook";
import { cueTable } from "./formats/cues";
import { countEdls, toEdl } from "./formats/edl";
import { stlProblem, toStl, type StlProblem } from "./formats/ebu-stl";
import { hasScriptEvents, toDapt } from "./formats/dapt";
import { toDubbingScript } from "./formats/dubbing-script";
import { toDubbingScriptPdf } from "./formats/dubbing-script-pdf";
import { toFcpXml } from "./formats/fcp-xml";
import { toImportList } from "./formats/import-list";
import { toLabels } from "./formats/labels";
import { toOtio } from "./formats/otio";
import { toReaper } from "./formats/reaper";
import { commentTable } from "./formats/reports";
import { hasSubtitles, toSrt, toVtt } from "./formats/subtitles";
import { toTtml } from "./formats/ttml";
import { deliveredName, languageTag, type Names } from "./names";
import { stemNotes, takeNotes } from "./notes";
import type { MadeFiles, PlannedFile } from "./planned-file";
import { bedChannelsOf, mixChannelsOf, type Snapshot, type SnapshotLanguage } from "./snapshot";
import { chosenTake, type Timeline } from "./timeline";

interface PartInput {
  snapshot: Snapshot;
  language: SnapshotLanguage;
  /** Names of the files of the language. */
  names: Names;
  /** Parts that the delivery contains. */
  parts: readonly DeliveryPart[];
  mix: MixLayout | undefined;
  preset: DeliveryPreset | undefined;
}

/** The channels of a sound in its name. */
const layoutNames: Readonly<Record<ChannelCount, string>> = { 1: "10", 2: "20", 6: "51" };

/** "Episode_1_es-ES", with which the names of most files begin. */
const baseOf = ({ timeline }: SnapshotLanguage) =>
  `${deliveredName(timeline.batch, 60)}_${languageTag(timeline.languageId)}`;

/** The text is made when the file is made: those of many lines together are large. */
const text = (
  path: string,
  write: Extract<PlannedFile["content"], { kind: "text" }>["write"],
): PlannedFile => ({
  path,
  bytes: null,
  problem: "",
  content: { kind: "text", write },
});

const hasTimes = ({ timeline }: SnapshotLanguage) =>
  timeline.lines.some((line) => line.start !== null && chosenTake(line));

/** Bytes of a Broadcast Wave file of this length. */
function bwfBytes(frames: number, channels: ChannelCount, notes: BwfNotes): number {
  const header = bwfHeader({ ...notes, channels, frames, loudness: null, truePeak: null });
  return header.length + paddedBytes(frames * channels * bwfBytesPerSample);
}

/** The size of a sound that is as long as the picture, and why it cannot be made. */
function wholeSound({ snapshot, language }: PartInput, channels: ChannelCount, notes: BwfNotes) {
  const isUnread = snapshot.picture !== null && snapshot.picture.facts === null;
  return {
    bytes: isUnread ? null : bwfBytes(language.timeline.length, channels, notes),
    problem: snapshot.picture?.problem ?? "",
  };
}

/** The stem of the music and effects. */
function bedStem(input: PartInput): PlannedFile {
  const { language, names } = input;
  const notes = stemNotes(language.timeline, "Music and effects");
  const channels = bedChannelsOf(input.snapshot, input);
  return {
    path: names.unique(`stems/${baseOf(language)}_ME_${layoutNames[channels]}`, ".wav"),
    ...wholeSound(input, channels, notes),
    content: { kind: "bed", language, notes },
  };
}

/** The mix of a language, relative to its folder. */
export const mixPath = (language: SnapshotLanguage, channels: ChannelCount): string =>
  `mix/${baseOf(language)}_MIX_${layoutNames[channels]}.wav`;

/** The video of a language, relative to its folder. One that was not read yet counts as mp4. */
const videoPath = ({ picture }: Snapshot, language: SnapshotLanguage) =>
  `video/${baseOf(language)}.${picture?.facts?.extension ?? "mp4"}`;

/** Timeline of a session, with the delivered video if there is one. */
const sessionTimeline = ({ snapshot, language, parts }: PartInput): Timeline => ({
  ...language.timeline,
  video:
    snapshot.picture?.problem === null && parts.includes("video")
      ? videoPath(snapshot, language)
      : null,
});

/** The characters with a take, in the order of their first lines. */
function spokenCharacters({ characters, lines }: Timeline): string[] {
  const spoken = new Set(lines.filter(chosenTake).map(({ character }) => character));
  return characters.filter((character) => spoken.has(character));
}

/**
 * Why the subtitles have no .stl; null if they have one. A video at a URL is read after the plan:
 * the delivery has the files of its plan.
 */
export const stlLeftOut = (
  { picture }: Pick<Snapshot, "picture">,
  { timeline }: SnapshotLanguage,
): StlProblem | "stl-unread" | null =>
  picture !== null && isAtUrl({ videoPath: picture.path }) ? "stl-unread" : stlProblem(timeline);

export const partPlanners: Readonly<Record<DeliveryPart, (input: PartInput) => PlannedFile[]>> = {
  takes: ({ language }) =>
    language.timeline.lines.flatMap((line) =>
      line.takes.map((take): PlannedFile => {
        const notes = takeNotes({ timeline: language.timeline, line, take });
        const bytes = bwfBytes(take.length, 1, notes);
        const content = { kind: "take" as const, language, line, take, notes };
        return { path: take.file, bytes, problem: "", content };
      }),
    ),
  stems(input) {
    const { snapshot, language, names } = input;
    if (!hasTimes(language)) return [];
    const bed = typeof snapshot.bedPath === "string" ? [bedStem(input)] : [];
    const stems = [null, ...spokenCharacters(language.timeline)].map((character): PlannedFile => {
      const suffix = character === null ? "DX" : `DX-${deliveredName(character, 20)}`;
      const notes = stemNotes(language.timeline, character ?? "All characters");
      return {
        path: names.unique(`stems/${baseOf(language)}_${suffix}_10`, ".wav"),
        ...wholeSound(input, 1, notes),
        content: { kind: "stem", language, character, notes },
      };
    });
    return [...stems, ...bed];
  },
  mix(input) {
    const { language } = input;
    if (!hasTimes(language)) return [];
    const notes = stemNotes(language.timeline, "Mix");
    const content = { kind: "mix" as const, language, notes };
    const channels = mixChannelsOf(input.snapshot, input);
    const sound = wholeSound(input, channels, notes);
    return [{ path: mixPath(language, channels), ...sound, content }];
  },
  video({ snapshot, language }) {
    if (snapshot.picture === null) return [];
    const notes = stemNotes(language.timeline, "Mix");
    const content = { kind: "video" as const, language, notes };
    const problem = snapshot.picture.problem ?? "";
    return [{ path: videoPath(snapshot, language), bytes: null, problem, content }];
  },
  audiobook({ snapshot, language }) {
    if (snapshot.hasMp3 !== true) return [];
    const book = audiobookOf(language.timeline);
    if (book.takes.length === 0) return [];
    const notes = stemNotes(language.timeline, "Audiobook");
    const content = { kind: "audiobook" as const, language, book, notes };
    return [{ path: `audiobook/${baseOf(language)}.mp3`, bytes: null, problem: "", content }];
  },
  subtitles({ snapshot, language }) {
    const { timeline } = language;
    if (!hasSubtitles(timeline)) return [];
    const base = `subtitles/${baseOf(language)}`;
    return [
      text(`${base}.srt`, () => toSrt(timeline)),
      text(`${base}.vtt`, () => toVtt(timeline)),
      text(`${base}.ttml`, () => toTtml(timeline)),
      ...(stlLeftOut(snapshot, language) === null
        ? [text(`${base}.stl`, () => Promise.resolve(toStl(timeline)))]
        : []),
    ];
  },
  cues({ language, parts, preset }) {
    const hasTakes = parts.includes("takes");
    const isLevelled = hasTakes && preset !== undefined && takePresets.has(preset);
    const table = ({ measuresOf }: MadeFiles) =>
      cueTable(language.timeline, {
        hasTakes,
        levelsOf: isLevelled ? (file) => measuresOf(`${language.folder}/${file}`) : undefined,
      });
    return [
      text(`cues/${baseOf(language)}.csv`, (made) => toCsv(table(made))),
      text(`cues/${baseOf(language)}.xlsx`, (made) => toXlsx(table(made))),
    ];
  },
  script({ snapshot, language, parts }) {
    const base = `script/${baseOf(language)}`;
    const options = {
      sourceLanguageId: snapshot.originalLanguageId,
      hasTakes: parts.includes("takes"),
    };
    return [
      text(`${base}.docx`, () => Promise.resolve(toDubbingScript(language.timeline))),
      text(`${base}.pdf`, () => toDubbingScriptPdf(language.timeline)),
      ...(hasScriptEvents(language.timeline)
        ? [text(`${base}.dapt.ttml`, () => toDapt(language.timeline, options))]
        : []),
    ];
  },
  list: ({ language }) =>
    language.timeline.lines.some(chosenTake)
      ? [text(`${baseOf(language)}_wwise.tsv`, () => toImportList(language.timeline))]
      : [],
  reports: ({ language }) => [
    ...(["checks", "loudness"] as const).map((report): PlannedFile => ({
      path: `report/${report}.csv`,
      bytes: null,
      problem: "",
      content: { kind: "report", language, report },
    })),
    text("report/comments.csv", () => toCsv(commentTable(language.timeline))),
    {
      path: `report/${baseOf(language)}_report.pdf`,
      bytes: null,
      problem: "",
      content: { kind: "report", language, report: "summary" },
    },
  ],
  session(input) {
    const { language } = input;
    if (!hasTimes(language)) return [];
    return [
      text(`${baseOf(language)}.rpp`, () => toReaper(sessionTimeline(input))),
      text(`${baseOf(language)}_labels.txt`, () => toLabels(language.timeline)),
    ];
  },
  timeline(input) {
    if (!hasTimes(input.language)) return [];
    const base = baseOf(input.language);
    const { timeline } = input.language;
    const lists = Array.from({ length: countEdls(timeline) }, (_none, index) =>
      text(`${base}${index === 0 ? "" : `_${index + 1}`}.edl`, () => toEdl(timeline, index)),
    );
    return [
      text(`${base}.otio`, () => toOtio(sessionTimeline(input))),
      text(`${base}.xml`, () => toFcpXml(sessionTimeline(input))),
      ...lists,
    ];
  },
};
