/** Locating source audio: references in all forms that occur in scripts. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { locateAudio, pathOf } from "../../../../main/backend/scripts/source-audio";
import { temporaryFolder } from "../../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (...parts: string[]) => path.join(folder.path, ...parts);
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(at("script", "takes"), { recursive: true });
  await mkdir(at("audio", "u\u0308ber"), { recursive: true });
  for (const file of [
    "script/one.wav",
    "script/takes/Zwei.mp3",
    "script/e\u0301.wav",
    "script/notes.txt",
  ])
    await writeFile(at(file), "x");
  await writeFile(at("audio", "u\u0308ber", "dre\u0301i.wav"), "x");
  await symlink(at("script", "one.wav"), at("script", "linked.wav"));
  await mkdir(at("script", "folder.wav"));
});
afterAll(() => folder.remove());

async function kindOf(reference: string, platform: NodeJS.Platform = "linux"): Promise<string> {
  const locations = await locateAudio(new Set([reference]), at("script"), {
    isInGallery: (galleryPath) => ["season-1/line-001.wav", "ü.wav"].includes(galleryPath),
    platform,
  });
  const location = locations.get(reference)!;
  return location.kind === "missing" ? location.code : location.kind;
}

it.each([
  ["one.wav", "local"],
  ["./one.wav", "local"],
  ["takes/Zwei.mp3", "local"],
  [String.raw`takes\Zwei.mp3`, "local"],
  [String.raw`..\audio\über\dréi.wav`, "local"],
  ["\u00e9.wav", "local"],
  ["linked.wav", "local"],
  ["season-1/line-001.wav", "gallery"],
  [String.raw`season-1\line-001.wav`, "gallery"],
  ["u\u0308.wav", "gallery"],
  ["https://cdn.studio.test/one.wav?X-Amz-Signature=a", "url"],
  ["one.WAV", "source-audio-not-found"],
  ["folder.wav", "source-audio-not-found"],
  ["none/one.wav", "source-audio-not-found"],
  [String.raw`C:\audio\one.wav`, "source-audio-not-found"],
  [String.raw`\\nas\audio\one.wav`, "source-audio-not-found"],
  ["one.wav\0", "source-audio-not-found"],
  ["/../../../etc/none.wav", "source-audio-not-found"],
  ["notes.txt", "source-audio-type"],
  ["ftp://cdn.studio.test/one.wav", "source-audio-url"],
  ["https://user:pw@cdn.studio.test/one.wav", "source-audio-url"],
])("%j is %s", async (reference, kind) => expect(await kindOf(reference)).toBe(kind));

it("accepts absolute paths and file URLs", async () => {
  const file = at("audio", "über", "dréi.wav");
  expect(await kindOf(file)).toBe("local");
  expect(await kindOf(pathToFileURL(at("script", "one.wav")).href)).toBe("local");
  expect(await kindOf(at("audio", "none.wav"))).toBe("source-audio-not-found");
});

it("ignores case if the file system does", async () => {
  expect(await kindOf("TAKES/zwei.MP3", "darwin")).toBe("local");
  expect(await kindOf("TAKES/zwei.MP3", "linux")).toBe("source-audio-not-found");
});

it("removes passwords and signatures of URLs from messages", async () => {
  const references = ["ftp://user:pw@cdn.test/a.wav?token=abc"];
  const locations = await locateAudio(new Set(references), at("script"), {
    isInGallery: () => false,
  });
  expect(JSON.stringify([...locations])).not.toMatch(/"message":"[^"]*(pw|abc)/);
});

it("locates fifty thousand references without blocking the event loop", async () => {
  const references = new Set(Array.from({ length: 50_000 }, (_, n) => `takes/${n % 50}/${n}.wav`));
  let intervals = 0;
  const interval = setInterval(() => (intervals += 1), 1);
  const locations = await locateAudio(references, at("script"), { isInGallery: () => false });
  clearInterval(interval);
  expect(locations.size).toBe(50_000);
  expect(intervals).toBeGreaterThan(10);
});

it.each([
  ["C:\\work", String.raw`\\elsewhere\share\a.wav`, null],
  ["C:\\work", "file://elsewhere/share/a.wav", null],
  ["C:\\work", "//elsewhere/share/a.wav", null],
  ["C:\\work", String.raw`\\?\UNC\elsewhere\share\a.wav`, null],
  ["C:\\work", String.raw`D:\takes\a.wav`, String.raw`D:\takes\a.wav`],
  ["C:\\work", "file:///D:/takes/a.wav", String.raw`D:\takes\a.wav`],
  ["C:\\work", "takes/a.wav", String.raw`C:\work\takes\a.wav`],
  [String.raw`\\nas\dubs\work`, String.raw`..\takes\a.wav`, String.raw`\\nas\dubs\takes\a.wav`],
  [String.raw`\\nas\dubs\work`, String.raw`\\NAS\dubs\a.wav`, String.raw`\\NAS\dubs\a.wav`],
  [String.raw`\\nas\dubs\work`, String.raw`\\nas\other\a.wav`, null],
])(
  "on Windows a script in %s cannot reference another computer: %s",
  (scriptFolder, reference, file) => {
    expect(pathOf(reference, scriptFolder, "win32")).toBe(file);
  },
);
