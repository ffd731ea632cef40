/** Listening in the review of a batch: keys, the timeline, comments at the playhead, voices. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { wavHeader } from "../../main/local-service/engine/sound/wav";
import type { ReviewComment } from "../../preload/contract/line-details";
import { tinyVideo } from "../helpers/tiny-video";
import { axeViolations } from "./axe";
import { commentOf, timedLines, withReview } from "./review-material";
import type { Overrides } from "./overrides";
import { describeWindow } from "./window";
import { long } from "../long";

/** A second of silence: sound without a picture. */
const silence = Buffer.concat([
  wavHeader({ channels: 1, sampleRate: 8_000 }, 8_000),
  Buffer.alloc(16_000),
]);
const at = "#/review/home/ep3?language=fr-fr";
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });
const grid = (page: Page) => page.getByRole("grid", { name: "Lines" });

async function selectFirst(page: Page): Promise<void> {
  await grid(page).getByText("Text of line 1", { exact: true }).waitFor();
  await grid(page).focus();
  await page.keyboard.press("Home");
  await pane(page).getByText("Line 1 · ANNA").waitFor();
}

describeWindow("Listening in a review", (open) => {
  test("places takes by keys and by dragging, and undoes it", async () => {
    const lines = timedLines(4);
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectFirst(page);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline
      .getByRole("img", { name: /4 lines.*Line 1 is from 0:00.500 to 0:03.500/ })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expect.poll(() => lines[0]?.offsetMs).toBe(440);
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => lines[0]?.fit).toBe(1.01);
    await page.keyboard.press("Alt+0");
    await expect.poll(() => [lines[0]?.offsetMs, lines[0]?.fit]).toEqual([0, "auto"]);

    // The take of line 2 begins at 4.5 s; the timeline shows 30 s.
    const canvas = timeline.getByRole("img");
    const box = await canvas.boundingBox();
    if (!box) expect.fail("the timeline is not shown");
    const x = (seconds: number) => box.x + (seconds / 30) * box.width;
    await page.mouse.move(x(5), box.y + 80);
    await page.mouse.down();
    await page.mouse.move(x(5.5), box.y + 80, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => backend.lastInput("review.change")).toMatchObject({ number: 2 });
    await expect.poll(() => Math.abs((lines[1]?.offsetMs ?? 0) - 500) < 60).toBe(true);
    await pane(page).getByText("Line 2 · BRUNO").waitFor();
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => lines[1]?.offsetMs).toBe(0);

    // A decision right after a change is about what it made.
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("a");
    await expect.poll(() => [lines[1]?.offsetMs, lines[1]?.decision]).toEqual([40, "approved"]);
    expect(await page.getByText(/^The line was changed in the meantime/).count()).toBe(0);
    await pane(page).getByText("Line 3 · ANNA").waitFor();
    await page.keyboard.press("ArrowUp");
    await pane(page).getByText("Line 2 · BRUNO").waitFor();

    // A click selects the line.
    await page.mouse.click(x(9), box.y + 40);
    await pane(page).getByText("Line 3 · ANNA").waitFor();
  });

  test("comments at the playhead, and shows the comments on the timeline", async () => {
    const lines = timedLines(4);
    const comments: ReviewComment[] = [];
    const overrides: Overrides = {
      ...withReview(lines),
      "review.comments": () => ({ comments }),
      "review.addComment": ({ number, text, takeId = null, atMs = null, endMs = null }) => {
        comments.push(commentOf({ id: "c", number, text, takeId, atMs, endMs, by: "" }));
      },
    };
    const { page, backend } = await open({ at, workspace: "local", overrides });
    await selectFirst(page);
    const timeline = page.getByRole("region", { name: "Timeline" });
    const box = await timeline.getByRole("img").boundingBox();
    if (!box) expect.fail("the timeline is not shown");
    // The ruler moves the playhead.
    await page.mouse.click(box.x + box.width / 15, box.y + 8);
    await grid(page).focus();
    await page.keyboard.press("c");
    const field = pane(page).getByRole("textbox", { name: /^New comment at 0:01\.[45]/ });
    await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.type("Breath");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => grid(page).evaluate((node) => node === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => backend.lastInput("review.addComment"))
      .toMatchObject({ number: 1, text: "Breath" });
    expect(Math.abs((comments[0]?.atMs ?? 0) - 1_500)).toBeLessThan(60);
  });

  test("comments on a span by keys, with typed times, and by Shift and the pointer", async () => {
    const lines = timedLines(4);
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectFirst(page);
    const added = () => backend.lastInput("review.addComment");
    const timeline = page.getByRole("region", { name: "Timeline" });
    const box = await timeline.getByRole("img").boundingBox();
    if (!box) expect.fail("the timeline is not shown");
    const x = (seconds: number) => box.x + (seconds * box.width) / 30;
    // The first Shift+C begins the span, the second one ends it.
    for (const seconds of [2.5, 1.5]) {
      await page.mouse.click(x(seconds), box.y + 8);
      await grid(page).focus();
      await page.keyboard.press("Shift+C");
    }
    const named = /^New comment from 0:0[01]\.\d{3} to 0:0[12]\.\d{3}$/;
    const field = pane(page).getByRole("textbox", { name: named });
    await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
    // What is typed there is no command, and the times are kept with the draft.
    await page.keyboard.type("ar2");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    await pane(page).getByText("Line 2 · BRUNO").waitFor();
    await page.keyboard.press("ArrowUp");
    await pane(page).getByText("Line 1 · ANNA").waitFor();
    const from = pane(page).getByRole("textbox", { name: "Comment from", exact: true });
    const to = pane(page).getByRole("textbox", { name: "Comment to", exact: true });
    await from.fill("0:00.250");
    await to.fill("0:09.000");
    await pane(page).getByText("A time such as 0:01.500 within the line").waitFor();
    await to.fill("0:00.100");
    await to.press("Enter");
    await pane(page).getByText("The end must be after the start").waitFor();
    await to.fill("0:01.750");
    await to.press("Enter");
    await expect
      .poll(added)
      .toMatchObject({ number: 1, identity: 1, text: "ar2", atMs: 250, endMs: 1_750 });
    expect(lines.map(({ decision }) => decision)).toEqual([null, null, null, null]);

    // Drawn in the third line, beyond its end.
    await page.keyboard.down("Shift");
    await page.mouse.move(x(9.5), box.y + 30);
    await page.mouse.down();
    await page.mouse.move(x(14), box.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await pane(page).getByText("Line 3 · ANNA").waitFor();
    await pane(page)
      .getByRole("textbox", { name: /^New comment from 0:0[01]\.\d{3} to 0:03\.000$/ })
      .fill("Here");
    await page.keyboard.press("Enter");
    await expect.poll(added).toMatchObject({ number: 3, text: "Here", endMs: 3_000 });
  });

  test("plays by keys without a picture, and reports an original that cannot be played", async () => {
    const lines = timedLines(4);
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const played: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/take/")) played.push(pathname);
    });
    await page.route("**/source/*/ep3/lines/**", (route) => route.fulfill({ body: "no sound" }));
    await selectFirst(page);
    // The takes of the next three lines are read before.
    await expect.poll(() => played.length).toBe(4);
    await page.keyboard.press("l");
    const stop = page.getByRole("button", { name: "More" });
    await stop.click();
    await page.getByRole("menuitem", { name: /^Stop(?! generating)/ }).click();
    await grid(page).focus();
    await page.keyboard.press("k");
    await page.keyboard.press("o");
    await page.getByText("This line has no original sound that can be played").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  for (const [name, body, text] of [
    ["a video that cannot be played", Buffer.from("no video"), /^This video cannot be played here/],
    ["a picture that cannot be shown", silence, /^The picture cannot be shown here/],
  ] as const)
    test(`says the reason for ${name}, and plays takes`, async () => {
      const facts = {
        durationMs: 16_000,
        pictureCodec: "prores",
        frameRate: 25,
        startTimecode: null,
        problem: "",
      };
      const overrides: Overrides = {
        ...withReview(timedLines(4)),
        "review.source": () => ({ facts, problem: "" }),
      };
      const { page } = await open({ at: "#/overview", workspace: "local", overrides });
      await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body }));
      await page.evaluate((hash) => (location.hash = hash), at);
      await selectFirst(page);
      await pane(page).getByText(text).waitFor();
      await pane(page).getByText("prores", { exact: false }).waitFor();
      await page.keyboard.press("p");
      await page.getByRole("button", { name: "More" }).click();
      const stop = page.getByRole("menuitem", { name: /^Stop(?! generating)/ });
      await expect.poll(() => stop.getAttribute("aria-disabled")).not.toBe("true");
    });

  const unplayable = {
    durationMs: 5_000,
    pictureCodec: "prores",
    frameRate: 25,
    startTimecode: null,
    problem: "",
  };
  test(
    "plays a preview once it is made, at the same position, and says how much is made",
    long,
    async () => {
      let state: "making" | "ready" = "making";
      const overrides: Overrides = {
        ...withReview(timedLines(4)),
        "review.source": () => ({ facts: unplayable, problem: "" }),
        "review.preview": () => ({ state, progress: 0.42 }),
      };
      const { page, screenshot } = await open({ at: "#/overview", workspace: "local", overrides });
      await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
      await page.route(/\/source\/[^/]+\/ep3\/preview$/, (route) => {
        const [, from] = /^bytes=(\d+)-/.exec(route.request().headers()["range"] ?? "") ?? [];
        const first = Number(from ?? 0);
        const range = `bytes ${first}-${tinyVideo.length - 1}/${tinyVideo.length}`;
        const headers = { "content-range": range, "accept-ranges": "bytes" };
        const body = tinyVideo.subarray(first);
        return route.fulfill({ status: 206, contentType: "video/webm", headers, body });
      });
      await page.evaluate((hash) => (location.hash = hash), at);
      await selectFirst(page);
      await pane(page).getByText("A preview is being made (42%)", { exact: true }).waitFor();
      const status = pane(page).getByRole("status").filter({ hasText: "preview" });
      expect(await status.textContent()).toContain("A preview of the picture is being made");
      expect(await page.getByText(/^This video cannot be played here/).count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      // The ruler moves the playhead.
      const box = await page
        .getByRole("region", { name: "Timeline" })
        .getByRole("img")
        .boundingBox();
      if (!box) expect.fail("the timeline is not shown");
      await page.mouse.click(box.x + box.width / 15, box.y + 8);
      state = "ready";
      const video = pane(page).locator("video");
      await video.waitFor();
      await expect.poll(() => video.evaluate((node: HTMLVideoElement) => node.videoWidth)).toBe(16);
      const position = await video.evaluate((node: HTMLVideoElement) => node.currentTime);
      expect(Math.abs(position - 2)).toBeLessThan(0.1);
      await expect
        .poll(() => status.textContent())
        .toContain("The preview of the picture is ready");
      expect(await page.getByText("A preview is being made", { exact: false }).count()).toBe(0);

      // The picture in a window of its own: the browser of the tests has none.
      await video.evaluate((node: HTMLVideoElement) => {
        Object.defineProperty(document, "pictureInPictureElement", {
          get: () => (node.dataset["detached"] === undefined ? null : node),
        });
        node.requestPictureInPicture = () => {
          node.dataset["detached"] = "";
          node.dispatchEvent(new Event("enterpictureinpicture"));
          return Promise.resolve({} as PictureInPictureWindow);
        };
        document.exitPictureInPicture = () => {
          delete node.dataset["detached"];
          node.dispatchEvent(new Event("leavepictureinpicture"));
          return Promise.resolve();
        };
      });
      await pane(page).getByRole("button", { name: "Show the picture in its own window" }).click();
      const attach = pane(page).getByRole("button", { name: "Bring the picture back" });
      await attach.waitFor();
      expect(await video.getAttribute("data-detached")).toBe("");
      expect(await axeViolations(page)).toEqual([]);
      await screenshot("detached-picture");
      await attach.click();
      await expect.poll(() => video.getAttribute("data-detached")).toBe(null);
      await pane(page).getByRole("button", { name: "Show the picture in its own window" }).click();
      await page.evaluate(() => (location.hash = "#/overview"));
      await expect.poll(() => page.evaluate(() => document.pictureInPictureElement)).toBe(null);
    },
  );

  test("names FFmpeg where it is missing", async () => {
    const overrides: Overrides = {
      ...withReview(timedLines(4)),
      "review.source": () => ({ facts: unplayable, problem: "" }),
      "review.preview": () => ({ state: "no-program", progress: 0 }),
    };
    const { page } = await open({ at: "#/overview", workspace: "local", overrides });
    await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
    await page.evaluate((hash) => (location.hash = hash), at);
    await selectFirst(page);
    const note = pane(page).getByText(/^This video cannot be played here/);
    await expect.poll(() => note.textContent()).toContain("Install FFmpeg to see the picture.");
  });

  test("goes on playing while lines are rejected and commented", async () => {
    const lines = timedLines(4);
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectFirst(page);
    await page.keyboard.press("l");
    await page.keyboard.press("r");
    await expect.poll(() => lines[0]?.state).toBe("rejected");
    await page.keyboard.press("c");
    await pane(page)
      .getByRole("textbox", { name: /^New comment at/ })
      .waitFor();
    await page.getByRole("button", { name: "More" }).click();
    const stop = page.getByRole("menuitem", { name: /^Stop(?! generating)/ });
    await stop.waitFor();
    expect(await stop.getAttribute("aria-disabled")).not.toBe("true");
  });

  test("gives a line and a character another voice, with the number of lines that become outdated", async () => {
    const lines = timedLines(4);
    const overrides: Overrides = {
      ...withReview(lines),
      "review.voiceEffect": ({ scope }) =>
        scope === "line" ? { lines: 1, batches: 1 } : { lines: 37, batches: 3 },
      "casting.assign": ({ assignments }) =>
        assignments.map(({ characterId }) => ({ id: characterId, problem: null })),
    };
    const { page, backend } = await open({ at, workspace: "local", overrides });
    await selectFirst(page);
    await page.keyboard.press("Shift+v");
    const dialog = page.getByRole("dialog", { name: "Voice of line 1" });
    const voices = dialog.getByRole("grid", { name: "Voices" });
    await voices.getByRole("row").first().click();
    await dialog.getByText("1 line becomes outdated").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Use this voice" }).click();
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 1, change: { voice: expect.any(String) as string } });
    expect(backend.calledNames()).not.toContain("review.makeTakes");
    await expect.poll(() => lines[0]?.voice).not.toBeNull();
    // The window may not have read the changed line yet: then the dialog has no such button.
    const back = dialog.getByRole("button", { name: "Use the voice of the character" });
    async function openWithButton(): Promise<boolean> {
      await grid(page).focus();
      await page.keyboard.press("Shift+v");
      await dialog.waitFor();
      if (await back.isVisible()) return true;
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      return false;
    }
    await expect.poll(openWithButton).toBe(true);
    await back.click();
    await expect.poll(() => lines[0]?.voice).toBeNull();
    await grid(page).focus();
    await page.keyboard.press("v");
    const ofCharacter = page.getByRole("dialog", { name: "Voice of ANNA" });
    await ofCharacter.getByRole("grid", { name: "Voices" }).getByRole("row").first().click();
    await ofCharacter.getByText("37 lines become outdated, in 3 batches").waitFor();
    await ofCharacter.getByRole("button", { name: "Use this voice" }).click();
    await expect
      .poll(() => backend.lastInput("casting.assign"))
      .toMatchObject({ assignments: [{ characterId: "c-1" }] });
    await page.getByText(/^ANNA has the voice/).waitFor();
  });

  test("folds the timeline in a narrow window", async () => {
    const overrides = withReview(timedLines(4));
    const { page } = await open({ at, workspace: "local", overrides, width: 860, height: 600 });
    await grid(page).getByText("Text of line 1", { exact: true }).waitFor();
    const timeline = page.getByRole("region", { name: "Timeline" });
    expect(await timeline.count()).toBe(0);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Show or hide the timeline" }).click();
    await timeline.waitFor();
  });
});
