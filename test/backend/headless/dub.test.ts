/** `dubyard dub`, each as a separate process. */
import { spawnSync, type spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFolder } from "../../../main/common/database/lock";
import { removeAbandonedFolders } from "../../../main/headless/dub-service";
import { temporaryFolder } from "../../helpers/backend";
import { runCommand, eventsNamed } from "../../helpers/commands";
import { filesBelow } from "../../helpers/local-service";
import { ffmpeg, ffmpegProgram, pictureHash, writeMedia } from "../../helpers/media-files";
import { long } from "../../long";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());
const at = (...parts: string[]) => path.join(folder.path, ...parts);

/** Runs the command with a temporary folder of its own, which must be empty at the end. */
async function dub(args: string[], onTake?: (child: ReturnType<typeof spawn>) => void) {
  const temporary = await mkdtemp(at("tmp-"));
  const env = { DUBYARD_ENGINE: "on", TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const argv = ["dub", ...args, "--json"];
  const { child, ended } = runCommand({ clientId: "", clientSecret: "" }, argv, env, (line) => {
    if (line.event === "progress" && Number(line["made"]) > 0) onTake?.(child);
  });
  const result = await ended;
  expect(await readdir(temporary)).toEqual([]);
  return result;
}

const script = `ID,Character,Text_EN-US,Text_ES-ES
L1,ANNA,Where were you?,¿Dónde estabas?
L2,BOB,At the harbour.,En el puerto.
L3,ANNA,Nobody saw you.,Nadie te vio.
L4,BOB,Ask her.,Pregunta.
`;

it("a script has a take of each line in each language; existing files are not replaced", async () => {
  await writeFile(at("s.csv"), script);
  const both = [at("s.csv"), "--language", "en-us", "--language", "es-es"];
  const first = await dub([...both, "--to", at("out"), "--voice", "anna=Ashley"]);
  expect(first).toMatchObject({ code: 0 });
  const files = ["EN-US", "ES-ES"].flatMap((language) =>
    ["0001_ANNA", "0002_BOB", "0003_ANNA", "0004_BOB"].map(
      (name) => `${language}/takes/${name}.wav`,
    ),
  );
  expect(eventsNamed(first.lines, "summary")).toEqual([
    { event: "summary", made: 8, silent: 0, failed: 0, outside: 0, files, exitCode: 0 },
  ]);
  expect(await filesBelow(at("out"))).toEqual(files);
  for (const file of files)
    expect((await readFile(at("out", file))).subarray(0, 4).toString()).toBe("RIFF");

  await writeFile(at("out", "ES-ES/takes/0002_BOB.wav"), "mine");
  const [second, unknown] = await Promise.all([
    dub([at("s.csv"), "--language", "es-es", "--to", at("out")]),
    dub([...both, "--to", at("other"), "--voice", "ANNE=Ashley"]),
  ]);
  expect(second.code).toBe(2);
  expect(second.lines).toEqual([expect.stringContaining('"event":"error","code":"invalid-input"')]);
  expect(second.errors).toContain("ES-ES/takes/0001_ANNA.wav, ES-ES/takes/0002_BOB.wav");
  expect(await readFile(at("out", "ES-ES/takes/0002_BOB.wav"), "utf8")).toBe("mine");
  expect(unknown.errors).toContain('the script has no character "ANNE"; did you mean ANNA?');
  expect(unknown.code).toBe(2);
  expect(await filesBelow(at("other"))).toEqual([]);
});

it("the columns of a table with unknown headers are named in the command", long, async () => {
  await writeFile(
    at("s.csv"),
    "Show,,\nWho is it,Aussprache,Zeile A\nANNA,x,Hello.\nBOB,y,Good morning.\n",
  );
  const columns = "Who is it=character,Zeile A=text,Aussprache=ignore";
  const run = [at("s.csv"), "--language", "en-us", "--to", at("out"), "--columns"];
  const { code, lines } = await dub([...run, columns]);
  expect(code).toBe(0);
  expect(eventsNamed(lines, "summary")).toMatchObject([{ made: 2, failed: 0 }]);
  const files = ["EN-US/takes/0001_ANNA.wav", "EN-US/takes/0002_BOB.wav"];
  expect(await filesBelow(at("out"))).toEqual(files);
  const unknown = await dub([...run, `${columns},Nobody=id`]);
  expect(unknown.code).toBe(2);
  expect(unknown.errors).toContain("Nobody");
});

it("only marked folders of killed runs are removed", async () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const mark = (pid: number) => `The working files of a run of "dubyard dub".\nprocess ${pid}\n`;
  const marks = new Map([
    ["dubyard-dub-killed", mark(ended)],
    ["dubyard-dub-locked", mark(ended)],
    ["dubyard-dub-new", mark(ended)],
    ["dubyard-dub-running", mark(process.pid)],
    ["dubyard-dub-results", null],
    ["dubyard-dub-other-mark", `${mark(ended)}and a note\n`],
    ["other", mark(ended)],
  ]);
  for (const [name, text] of marks) {
    await mkdir(at(name, "data"), { recursive: true });
    await writeFile(at(name, "data", "workspace.db"), "");
    if (text !== null) await writeFile(at(name, "dubyard-dub-run.txt"), text);
  }
  const lock = await lockFolder(at("dubyard-dub-locked", "data"));
  for (const name of marks.keys()) if (!name.endsWith("new")) await utimes(at(name), 1, 1);
  await removeAbandonedFolders(folder.path);
  lock.release();
  expect((await readdir(folder.path)).sort()).toEqual([...marks.keys()].slice(1).sort());
});

it("lines without words are silent, are counted, and fail nothing", async () => {
  const texts = ["[MUSIC PLAYING]", "(laughs) Hello.", "♪ ♪", "...", "*sighs* Well."];
  const cues = texts.map(
    (text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`,
  );
  await writeFile(at("s.srt"), cues.join("\n"));
  const { code, lines } = await dub([at("s.srt"), "--language", "en-us", "--to", at("out")]);
  expect(code).toBe(0);
  expect(eventsNamed(lines, "summary")).toMatchObject([{ made: 5, silent: 3, failed: 0 }]);
});

it("an interrupted run leaves no files", long, async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `ANNA,Line number ${index}.`);
  await writeFile(at("s.csv"), ["Character,Text_EN-US", ...lines].join("\n"));
  const { code } = await dub([at("s.csv"), "--language", "en-us", "--to", at("out")], (child) =>
    child.kill("SIGINT"),
  );
  expect(code).toBe(130);
  expect(await filesBelow(at("out"))).toEqual([]);
});

it.skipIf(!ffmpegProgram)("a video has a track and a dub; a failed line is listed", async () => {
  await writeMedia(at("Harbour.mp4"), 5);
  await ffmpeg("-f", "lavfi", "-i", "sine=900:duration=5", "-af", "volume=6dB", at("bed.mp3"));
  const spoken = "1\n00:00:01,000 --> 00:00:03,000\nANNA: Hola.\n";
  await writeFile(at("s.srt"), `${spoken}\n2\n00:00:04,000 --> 00:00:04,500\nBOB: 李\n`);
  const args = ["--video", at("Harbour.mp4"), "--speaker-separator", ":", "--language", "es-es"];
  await writeFile(at("bad.mp4"), "no video");
  const bad = ["--video", at("bad.mp4"), "--language", "es-es", "--to", at("other")];
  const [{ code, lines, errors }, unreadable] = await Promise.all([
    dub([at("s.srt"), ...args, "--bed", at("bed.mp3"), "--to", at("out")]),
    dub([at("s.srt"), ...bad]),
  ]);
  expect(unreadable.code).toBe(2);
  expect(eventsNamed(unreadable.lines, "error")).toHaveLength(1);
  expect(unreadable.errors).toContain("bad.mp4: the file is not in a media format");
  expect(errors).toContain("failed: es-es, line 2 (BOB): no voice for Spanish (Spain) can read 李");
  expect(eventsNamed(lines, "failed")).toMatchObject([{ languageId: "es-es", line: 2 }]);
  expect(code).toBe(1);
  expect(await filesBelow(at("out"))).toEqual([
    "ES-ES/Harbour_ES-ES.mp4",
    "ES-ES/Harbour_ES-ES.wav",
    "ES-ES/takes/0001_ANNA.wav",
  ]);
  const dubbed = at("out", "ES-ES/Harbour_ES-ES.mp4");
  expect(await pictureHash(dubbed)).toBe(await pictureHash(at("Harbour.mp4")));
  // The music and effects are heard where no take is.
  const track = await readFile(at("out", "ES-ES/Harbour_ES-ES.wav"));
  const middle = new Int16Array(track.buffer, track.byteOffset + 44 + 2 * 2 * 48_000 * 3.5, 9_600);
  expect(Math.max(...middle)).toBeGreaterThan(2_000);
});

it.skipIf(!ffmpegProgram)("a cut off video is refused, unless it is accepted", long, async () => {
  const spoken = "1\n00:00:01,000 --> 00:00:03,000\nANNA: Hola.\n";
  await writeFile(at("s.srt"), `${spoken}\n2\n00:00:04,000 --> 00:00:04,500\nBOB: 李\n`);
  await writeMedia(at("whole.mp4"), 5, "-movflags", "+faststart");
  const whole = await readFile(at("whole.mp4"));
  await writeFile(at("cut.mp4"), whole.subarray(0, Math.round(whole.length * 0.6)));
  const cut = ["--video", at("cut.mp4"), "--language", "es-es", "--speaker-separator", ":"];
  const [refused, accepted] = await Promise.all([
    dub([at("s.srt"), ...cut, "--to", at("refused")]),
    dub([at("s.srt"), ...cut, "--incomplete", "--to", at("accepted")]),
  ]);
  expect(refused.code).toBe(2);
  expect(refused.errors).toMatch(/cut\.mp4: the video is incomplete: it ends at \d\.\d s.* 5\.0 s/);
  expect(await filesBelow(at("refused"))).toEqual([]);
  expect(eventsNamed(accepted.lines, "video")).toMatchObject([{ declaredMs: 5_000 }]);
  expect(await filesBelow(at("accepted"))).toContain("ES-ES/cut_ES-ES.mp4");
});

it.skipIf(!ffmpegProgram)(
  "a script that counts from the timecode is named, and moved",
  long,
  async () => {
    await writeMedia(at("film.mp4"), 5);
    await writeFile(at("s.srt"), "1\n01:00:01,000 --> 01:00:03,000\nANNA: Hola.\n");
    const args = [at("s.srt"), "--video", at("film.mp4"), "--language", "es-es"];
    const run = (...more: string[]) => dub([...args, "--speaker-separator", ":", ...more]);
    const [refused, moved] = await Promise.all([
      run("--to", at("refused")),
      run("--to", at("moved"), "--script-start", "01:00:00"),
    ]);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain("--script-start 01:00:00.000");
    expect(await filesBelow(at("refused"))).toEqual([]);
    expect(moved.code).toBe(0);
    expect(eventsNamed(moved.lines, "summary")).toMatchObject([{ made: 1, failed: 0, outside: 0 }]);
    expect(await filesBelow(at("moved"))).toContain("ES-ES/takes/0001_ANNA.wav");
    // The take is heard at its line.
    const track = await readFile(at("moved", "ES-ES/film_ES-ES.wav"));
    const samples = new Int16Array(
      track.buffer.slice(
        track.byteOffset + 44,
        track.byteOffset + 44 + 2 * ((track.length - 44) >> 1),
      ),
    );
    expect(samples.findIndex((sample) => Math.abs(sample) > 100) / 48_000).toBeCloseTo(1, 0);
  },
);

it.skipIf(!ffmpegProgram)(
  "another sound track of the video is chosen, or its tracks are listed",
  long,
  async () => {
    const inputs = [
      ["testsrc=size=160x120:rate=25:duration=4"],
      ["sine=frequency=300:sample_rate=48000:duration=4"],
      ["anullsrc=r=48000:cl=stereo:d=4"],
    ].flatMap(([source = ""]) => ["-f", "lavfi", "-i", source]);
    const maps = [
      "-map",
      "0:v",
      "-map",
      "1:a",
      "-map",
      "2:a",
      "-c:v",
      "libx264",
      "-pix_fmt",
      "yuv420p",
    ];
    const flags = ["-disposition:a:0", "comment", "-disposition:a:1", "default"];
    await ffmpeg(...inputs, ...maps, ...flags, at("film.mkv"));
    await writeFile(at("s.srt"), "1\n00:00:00,500 --> 00:00:02,000\nHola.\n");
    const args = [at("s.srt"), "--video", at("film.mkv"), "--language", "es-es", "--keep-original"];
    const [missing, chosen] = await Promise.all([
      dub([...args, "--to", at("missing"), "--sound-track", "3"]),
      dub([...args, "--to", at("chosen"), "--sound-track", "1"]),
    ]);
    expect(missing.code).toBe(2);
    expect(missing.errors).toMatch(
      /--sound-track 3: the video has no such track; it has 1 \(.*; 2 \(.*default\)/,
    );
    expect(chosen.code).toBe(0);
    const notKept = ["other sound tracks (Vorbis)"];
    expect(eventsNamed(chosen.lines, "not-kept")).toEqual([
      { event: "not-kept", languageId: "es-es", notKept },
    ]);
    expect(chosen.errors).toContain(`note: es-es: Not kept in the video: ${notKept.join("")}`);
    // The default track is silent; the sound after the line is that of the commentary.
    const track = await readFile(at("chosen", "ES-ES/film_ES-ES.wav"));
    const end = new Int16Array(track.buffer, track.byteOffset + track.length - 2 * 9_600, 9_600);
    expect(Math.max(...end)).toBeGreaterThan(500);
  },
);
