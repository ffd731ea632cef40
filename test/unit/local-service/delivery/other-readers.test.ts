/**
 * Delivered texts as programs read them that are not ours: FFmpeg, MKVToolNix, libxml2 and
 * LibreOffice. About 10 s, most of it the start of LibreOffice.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toDapt } from "../../../../main/local-service/delivery/formats/dapt";
import { toDubbingScript } from "../../../../main/local-service/delivery/formats/dubbing-script";
import { toFcpXml } from "../../../../main/local-service/delivery/formats/fcp-xml";
import { toSrt, toVtt } from "../../../../main/local-service/delivery/formats/subtitles";
import { toTtml } from "../../../../main/local-service/delivery/formats/ttml";
import { convert, missingOffice } from "../../../helpers/office";
import { timelineLine, timelineOf } from "../../../helpers/timelines";
import { long } from "../../../long";

const timeline = timelineOf([
  timelineLine(1, { text: "¿Dónde está el niño? <Aquí> & allí." }),
  timelineLine(2, {
    text: "No te esperaba tan temprano, y menos con este frío.",
    appearance: "italic",
  }),
  timelineLine(4, { text: "日本 – «ça va»", character: "B & C", appearance: "top" }),
]);
const has = (program: string, option = "--version") =>
  spawnSync(program, [option]).error === undefined;
const isMissing = (program: string, option?: string) =>
  has(program, option) ? "" : ` (skipped: ${program} is not installed)`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "readers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
function write(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
function outputOf(program: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

const subtitles = [
  ["a.srt", toSrt],
  ["a.vtt", toVtt],
] as const;
describe.skipIf(!has("ffmpeg", "-version"))(`FFmpeg${isMissing("ffmpeg", "-version")}`, () => {
  it.each(subtitles)("reads the texts, times and italics of %s", long, (name, toText) => {
    const file = write(name, toText(timeline));
    const args = ["-v", "error", "-i", file, "-f", "srt", "-"];
    const read = outputOf("ffmpeg", ...args).replaceAll("\r", "");
    expect(read.match(/-->/g)).toHaveLength(3);
    expect(read).toContain(
      "00:00:04,000 --> 00:00:05,500\n<i>No te esperaba tan temprano,</i>\n<i>",
    );
    expect(read).toContain("日本 – «ça va»");
  });
});

describe.skipIf(!has("mkvmerge"))(`MKVToolNix${isMissing("mkvmerge")}`, () => {
  it.each(subtitles)("puts %s into a file", long, (name, toText) => {
    const [file, made] = [write(name, toText(timeline)), path.join(folder, `${name}.mkv`)];
    outputOf("mkvmerge", "--output", made, file);
    const { tracks } = JSON.parse(outputOf("mkvmerge", "-J", made)) as {
      tracks: { type: string; properties: { num_index_entries?: number } }[];
    };
    expect(tracks.map(({ type }) => type)).toEqual(["subtitles"]);
    // Its own program writes the texts again.
    const texts = path.join(folder, `${name}.txt`);
    outputOf("mkvextract", made, "tracks", `0:${texts}`);
    expect(readFileSync(texts, "utf8").match(/-->/g)).toHaveLength(3);
  });
});

describe.skipIf(!has("xmllint"))(`libxml2${isMissing("xmllint")}`, () => {
  it.each<[string, string]>([
    ["a.ttml", toTtml(timeline)],
    ["a.dapt.ttml", toDapt(timeline, { sourceLanguageId: "en-us", hasTakes: true })],
    ["a.xml", toFcpXml(timeline)],
  ])("reads %s", long, (name, text) => {
    // Of a document type, only the name is known.
    outputOf("xmllint", "--noout", "--nonet", write(name, text));
  });
});

const reason = missingOffice("writer");
it.skipIf(reason !== null)(
  `LibreOffice reads the dubbing script${reason === null ? "" : ` (skipped: ${reason})`}`,
  { ...long, timeout: 120_000 },
  async () => {
    const text = await convert(
      folder,
      "a.docx",
      toDubbingScript(timeline),
      "txt:Text (encoded):UTF8",
    );
    const rows = Buffer.from(text).toString("utf8");
    for (const { text: spoken } of timeline.lines) expect(rows).toContain(spoken);
    expect(rows).toContain("01:00:02:00");
  },
);
