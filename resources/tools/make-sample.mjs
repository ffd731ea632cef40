/**
 * Makes resources/sample/harbour.mp4 of main/backend/samples/dialogue.json: a picture with the
 * names of two speakers, and their speech. Needs the installed programs ffmpeg and espeak-ng, and
 * the font of the argument (a .ttf).
 *
 *   node resources/tools/make-sample.mjs /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const [font] = process.argv.slice(2);
if (font === undefined) throw new Error("the argument is missing: a font");
const folder = path.join(import.meta.dirname, "../sample");
const { lines, firstStartMs, distanceMs, slotMs, durationMs } = JSON.parse(
  readFileSync(path.join(folder, "../../main/backend/samples/dialogue.json"), "utf8"),
);
const voices = { Anna: "en-us+f3", Bob: "en-us+m3" };
const work = mkdtempSync(path.join(os.tmpdir(), "dubyard-sample-"));
const seconds = durationMs / 1000;

const speech = lines.map(({ character, "en-us": text }, index) => {
  const file = path.join(work, `${index}.wav`);
  execFileSync("espeak-ng", ["-v", voices[character], "-s", "150", "-w", file, text]);
  const startMs = firstStartMs + index * distanceMs;
  return { character, file, startMs, endMs: startMs + slotMs };
});

/** When a character speaks, as an expression of ffmpeg. */
const speaking = (character) =>
  speech
    .filter((line) => line.character === character)
    .map(({ startMs, endMs }) => `between(t,${startMs / 1000},${endMs / 1000})`)
    .join("+");
const card = (character, x) => [
  `drawbox=x=${x}:y=110:w=220:h=130:color=0x24344d:t=fill`,
  `drawbox=x=${x}:y=110:w=220:h=130:color=0x4666e0:t=fill:enable='${speaking(character)}'`,
  `drawtext=fontfile=${font}:text=${character}:fontcolor=white:fontsize=34:x=${x}+110-text_w/2:y=158`,
];
const picture = [
  ...card("Anna", 70),
  ...card("Bob", 350),
  `drawbox=x=0:y=344:w=640:h=16:color=0x1a2738:t=fill`,
  `drawtext=fontfile=${font}:text='%{pts\\:hms}':fontcolor=0xaab7cc:fontsize=16:x=20:y=20`,
].join(",");
const delayed = speech.map(({ startMs }, at) => `[${at + 1}:a]adelay=${startMs}:all=1[s${at}]`);
const bed = `sine=frequency=110:duration=${seconds},volume=0.015[bed]`;
const mixed = `${speech.map((_, at) => `[s${at}]`).join("")}[bed]amix=inputs=${speech.length + 1}:normalize=0:duration=longest,atrim=duration=${seconds}[sound]`;
const bar = `color=c=0x4666e0:size=640x16:rate=25[bar];[shown][bar]overlay=x='-640+640*t/${seconds}':y=344:shortest=1[video]`;
execFileSync(
  "ffmpeg",
  [
    "-y",
    "-loglevel",
    "error",
    "-f",
    "lavfi",
    "-i",
    `color=c=0x101a29:size=640x360:rate=25:duration=${seconds}`,
    ...speech.flatMap(({ file }) => ["-i", file]),
    "-filter_complex",
    [`[0:v]${picture}[shown]`, bar, ...delayed, bed, mixed].join(";"),
    "-map",
    "[video]",
    "-map",
    "[sound]",
    "-t",
    String(seconds),
    "-c:v",
    "libx264",
    "-preset",
    "veryslow",
    "-crf",
    "30",
    "-g",
    "125",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-ac",
    "1",
    "-ar",
    "48000",
    "-b:a",
    "40k",
    "-map_metadata",
    "-1",
    "-fflags",
    "+bitexact",
    "-flags:v",
    "+bitexact",
    "-movflags",
    "+faststart",
    path.join(folder, "harbour.mp4"),
  ],
  { stdio: "inherit" },
);
rmSync(work, { recursive: true });
