/** Screenshots of listening in a review: the timeline, the picture, the choice of a voice. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMediaFolder, ffmpeg, ffmpegProgram, type MediaFolder } from "../helpers/media-files";
import type { Overrides } from "./overrides";
import { commentOf, timedLines, withReview } from "./review-material";
import { describeWindow, type OpenOptions } from "./window";

const at = "#/review/home/ep3?language=fr-fr";
let folder: MediaFolder;
let film: Buffer;
beforeAll(async () => {
  folder = await createMediaFolder();
  if (ffmpegProgram === undefined) return;
  const file = folder.at("film.webm");
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "testsrc2=size=320x180:rate=25:duration=20",
    "-f",
    "lavfi",
    "-i",
    "sine=frequency=440:duration=20",
    "-c:v",
    "libvpx",
    "-deadline",
    "realtime",
    "-c:a",
    "libopus",
    file,
  );
  film = await readFile(file);
});
afterAll(() => folder.remove());

const states = ["ready", "approved", "rejected", "stale", "ready", "ready"] as const;
const reviewed = (isLong: boolean) =>
  timedLines(40).map((line, index) => ({
    ...line,
    ...(isLong
      ? {
          character: "ALEXANDRA CONSTANTINOPOULOU-VANDERBILT (AS A CHILD, IN THE DREAM)",
          target: "Ein sehr langer Satz, der nicht in seine Zeile passt und gekürzt wird. ".repeat(
            4,
          ),
        }
      : {}),
    state: states[index % states.length] ?? "ready",
    offsetMs: index % 4 === 3 ? 400 : 0,
  }));

function overridesOf(lines: ReturnType<typeof reviewed>, hasVideo: boolean): Overrides {
  const facts = {
    durationMs: 170_000,
    pictureCodec: "vp8",
    frameRate: 25,
    startTimecode: null,
    problem: "",
  };
  return {
    ...withReview(lines),
    "review.source": () => ({ facts: hasVideo ? facts : null, problem: "" }),
    "review.comments": () => ({
      comments: [2, 5].map((number) =>
        commentOf({
          id: `c${number}`,
          number,
          text: "Too loud",
          atMs: 900,
          endMs: number === 5 ? 2_400 : null,
        }),
      ),
    }),
    "review.voiceEffect": () => ({ lines: 37, batches: 3 }),
  };
}

const filmUrl = /\/source\/[^/]+\/ep3$/;
const serveFilm = (page: Page) =>
  page.route(filmUrl, (route) => {
    const range = /bytes=(\d+)-(\d*)/.exec(route.request().headers()["range"] ?? "");
    const first = Number(range?.[1] ?? 0);
    const body = film.subarray(first);
    return route.fulfill({
      status: range ? 206 : 200,
      body,
      headers: {
        "content-type": "video/webm",
        "accept-ranges": "bytes",
        "content-range": `bytes ${first}-${film.length - 1}/${film.length}`,
      },
    });
  });

interface Shot extends OpenOptions {
  isLong?: boolean;
  hasVideo?: boolean;
  isDamaged?: boolean;
}

describeWindow("Listening in a review", (open) => {
  async function show({ isLong = false, hasVideo = true, isDamaged = false, ...options }: Shot) {
    const overrides = overridesOf(reviewed(isLong), hasVideo && ffmpegProgram !== undefined);
    const window = await open({ workspace: "local", overrides, ...options });
    const { page } = window;
    if (isDamaged) await page.route(filmUrl, (route) => route.fulfill({ body: "no video" }));
    else await serveFilm(page);
    await page.evaluate((hash) => (location.hash = hash), at);
    const grid = page.getByRole("grid", {
      name: isLong && options.language === "de" ? "Zeilen" : /./,
    });
    await grid.first().getByRole("row").nth(1).waitFor();
    await grid.first().focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    if (hasVideo && !isDamaged && (options.width ?? 1280) >= 900)
      await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 2);
    return window;
  }
  for (const [name, options] of [
    ["listening-light", { theme: "light" }],
    ["listening-dark", { theme: "dark" }],
    ["listening-900", { theme: "light", width: 900, height: 600 }],
    ["listening-long-de", { theme: "light", language: "de", isLong: true }],
    ["listening-without-video", { theme: "light", hasVideo: false }],
    ["listening-no-format-de", { theme: "light", language: "de", isDamaged: true }],
    ["listening-wide-dark", { theme: "dark", width: 1_920, height: 1_080 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await show(options);
      await page.getByRole("img").first().waitFor();
      // The peaks are read after the first frame.
      await page.waitForLoadState("networkidle");
      await screenshot(name);
    });

  test("listening-voice", async () => {
    const { page, screenshot } = await show({ theme: "light" });
    await page.keyboard.press("v");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("row").first().click();
    await dialog.getByText("37 lines become outdated").waitFor();
    await screenshot("listening-voice");
    expect(await dialog.getByRole("button").count()).toBeGreaterThan(1);
  });
});
