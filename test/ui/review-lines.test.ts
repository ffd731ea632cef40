/** Lines are edited in the review: times, characters, expressions and source texts. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import type { Overrides } from "./overrides";
import { timedLines, withReview } from "./review-material";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/review/home/ep3?language=fr-fr";
const grid = (page: Page) => page.getByRole("grid", { name: "Lines" });
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });
const facts = {
  durationMs: 60_000,
  pictureCodec: "prores",
  frameRate: 25,
  startTimecode: "10:00:00:00",
  problem: "",
};
async function selectLine(page: Page, number: number): Promise<void> {
  await grid(page).getByText(`Text of line ${number}`, { exact: true }).click();
  await pane(page).getByText(`Line ${number} ·`, { exact: false }).waitFor();
}

describeWindow("Lines in a review", (open) => {
  test("keys move the start, the end and the whole line by frames, and undo restores them", async () => {
    const lines = timedLines(4);
    const overrides = withReview(lines);
    overrides["review.source"] = () => ({ facts, problem: "" });
    const { page } = await open({ at: "#/overview", workspace: "local", overrides });
    await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
    await page.evaluate((hash) => (location.hash = hash), at);
    await selectLine(page, 2);
    // 4.5 s from the begin of a picture that begins at 10:00:00:00.
    await grid(page).getByText("10:00:04:13", { exact: true }).waitFor();
    const times = () => [lines[1]?.startMs, lines[1]?.endMs];
    await grid(page).focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(times).toEqual([4_480, 7_500]);
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("Control+ArrowRight");
    await expect.poll(times).toEqual([4_480, 7_560]);
    // The length stays the same: the take stays.
    await page.keyboard.press("Control+Shift+ArrowRight");
    await expect.poll(times).toEqual([4_520, 7_600]);
    await grid(page).getByText("10:00:04:13", { exact: true }).waitFor();
    for (let key = 0; key < 4; key += 1) await page.keyboard.press("Control+z");
    await expect.poll(times).toEqual([4_500, 7_500]);
    expect(lines.filter((line) => line.number !== 2)).toEqual(
      timedLines(4).filter((line) => line.number !== 2),
    );
  });

  test("the pointer drags the start and the end of a line to frames, and undo restores them", async () => {
    const lines = timedLines(4);
    const overrides = withReview(lines);
    overrides["review.source"] = () => ({ facts, problem: "" });
    const { page } = await open({ at: "#/overview", workspace: "local", overrides });
    await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
    await page.evaluate((hash) => (location.hash = hash), at);
    await selectLine(page, 1);
    const canvas = page.getByRole("region", { name: "Timeline" }).getByRole("img");
    const box = await canvas.boundingBox();
    if (!box) expect.fail("the timeline is not shown");
    // The timeline shows 30 s; line 2 is from 4.5 s to 7.5 s.
    const x = (seconds: number) => box.x + (seconds / 30) * box.width;
    const drag = async (from: number, to: number, end: () => Promise<void>) => {
      await page.mouse.move(x(from), box.y + 40);
      await page.mouse.down();
      await page.mouse.move(x(to), box.y + 40, { steps: 3 });
      await end();
    };
    const up = () => page.mouse.up();
    const times = () => [lines[1]?.startMs, lines[1]?.endMs];
    await drag(7.5, 8.1, up);
    await expect.poll(() => times()[1]).not.toBe(7_500);
    const [start, end = 0] = times();
    expect([start, (end ?? 0) % 40]).toEqual([4_500, 0]);
    expect(Math.abs((end ?? 0) - 8_100)).toBeLessThan(60);
    await pane(page).getByText("Line 2 ·", { exact: false }).waitFor();
    // Beyond the end, one frame is left.
    await drag(4.5, 20, up);
    await expect.poll(times).toEqual([(end ?? 0) - 40, end]);
    // The keys of the list work after the pointer.
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(times).toEqual([4_500, 7_500]);
    // The timeline shows the restored times.
    const summary = /Line 2 is from 10:00:04:13 to 10:00:07:13/;
    await page.getByRole("img", { name: summary }).waitFor();
    // Escape ends a drag without a change, and the line stays selected.
    await drag(7.5, 9, async () => {
      await page.keyboard.press("Escape");
      await page.mouse.up();
    });
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(times).toEqual([4_480, 7_500]);
    // A text that is being typed is stored for its line; keys are then about the line of the click.
    await pane(page).getByRole("textbox", { name: "Offset in ms" }).fill("12");
    await page.mouse.click(x(9), box.y + 40);
    await pane(page).getByText("Line 3 ·", { exact: false }).waitFor();
    await page.keyboard.press("a");
    await expect.poll(() => lines[2]?.decision).toBe("approved");
    expect(lines.map(({ offsetMs }) => offsetMs)).toEqual([0, 12, 0, 0]);
  });

  test(
    "what is typed into the fields of a line stays while the line is read again",
    long,
    async () => {
      const lines = timedLines(2);
      const { page, backend } = await open({
        at,
        workspace: "local",
        overrides: withReview(lines),
      });
      await selectLine(page, 1);
      for (const [role, name, typed] of [
        ["textbox", "Start", "0:00.2"],
        ["combobox", "Character", "Clara"],
        ["textbox", "Offset in ms", "12"],
      ] as const) {
        const field = pane(page).getByRole(role, { name, exact: true });
        await field.fill(typed);
        const number = () => backend.calledNames().filter((call) => call === "review.line").length;
        const before = number();
        // Another window adds a comment.
        if (lines[0]) lines[0].comments += 1;
        backend.changed("review");
        await expect.poll(number).toBeGreaterThan(before);
        await grid(page).getByText(`${lines[0]?.comments} comment`, { exact: false }).waitFor();
        expect([name, await field.inputValue()]).toEqual([name, typed]);
        await field.press("Enter");
      }
      await expect
        .poll(() => [lines[0]?.startMs, lines[0]?.character, lines[0]?.offsetMs])
        .toEqual([200, "Clara", 12]);
    },
  );

  test(
    "what is typed into the fields of a line while an earlier text is stored stays, and is stored",
    long,
    async () => {
      const lines = timedLines(2);
      const { page, backend } = await open({
        at,
        workspace: "local",
        overrides: withReview(lines),
      });
      await selectLine(page, 1);
      const [line] = lines;
      const requests = () =>
        backend.calledNames().filter((call) => call === "review.change").length;
      /** The last text is that of the first: the stored value changes back. */
      const fields: [
        role: "textbox" | "combobox",
        name: string,
        texts: [string, string, string],
        stored: () => unknown,
      ][] = [
        ["textbox", "Start", ["0:00.500", "0:00.200", "0:00.500"], () => line?.startMs],
        ["combobox", "Character", ["ANNA", "Clara", "ANNA"], () => line?.character],
        ["textbox", "Offset in ms", ["0", "12", "0"], () => line?.offsetMs],
        ["textbox", "Level in dB", ["0", "1.5", "0"], () => line?.levelDb],
      ];
      for (const [role, name, texts, stored] of fields) {
        const field = pane(page).getByRole(role, { name, exact: true });
        const first = stored();
        expect(await field.inputValue()).toBe(texts[0]);
        const before = requests();
        const unblock = backend.blockCall("review.change");
        await field.fill(texts[1]);
        await field.press("Enter");
        await expect.poll(requests).toBe(before + 1);
        await field.fill(texts[2]);
        unblock();
        await expect.poll(stored).not.toBe(first);
        // The line is read again after the change: a comment of another window appears or
        // disappears.
        if (line) line.comments = 1 - line.comments;
        backend.changed("review");
        const state = line?.comments === 1 ? "visible" : "detached";
        await pane(page).getByText("Please slower").waitFor({ state });
        expect([name, await field.inputValue()]).toEqual([name, texts[2]]);
        await field.press("Enter");
        await expect.poll(stored).toBe(first);
        expect(await field.inputValue()).toBe(texts[2]);
      }
    },
  );

  test("a line is split in its middle while the playhead is where its selection has put it", async () => {
    const lines = timedLines(2);
    const overrides = withReview(lines);
    overrides["review.source"] = () => ({ facts, problem: "" });
    const { page } = await open({ at: "#/overview", workspace: "local", overrides });
    await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
    await page.evaluate((hash) => (location.hash = hash), at);
    // The start is between two frames: the nearest one is within the line.
    await selectLine(page, 2);
    await grid(page).focus();
    await page.keyboard.press("s");
    await expect.poll(() => lines.map(({ endMs }) => endMs)).toEqual([3_500, 6_000, 7_500]);
  });

  test("typed timecodes and characters are stored by Enter, and not by Escape", async () => {
    const lines = timedLines(3);
    const overrides = withReview(lines);
    overrides["review.source"] = () => ({ facts, problem: "" });
    const { page } = await open({ at: "#/overview", workspace: "local", overrides });
    await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
    await page.evaluate((hash) => (location.hash = hash), at);
    await selectLine(page, 1);
    await grid(page).focus();
    await page.keyboard.press("t");
    const start = pane(page).getByRole("textbox", { name: "Start" });
    await expect.poll(() => start.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.type("10:00:01:05");
    await page.keyboard.press("Enter");
    await expect.poll(() => lines[0]?.startMs).toBe(1_200);
    await expect
      .poll(() => grid(page).evaluate((node) => node.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press("t");
    await page.keyboard.type("5");
    await page.keyboard.press("Escape");
    expect(await start.inputValue()).toBe("10:00:01:05");
    await start.fill("nonsense");
    await pane(page).getByText("A time such as 10:00:00:00").waitFor();
    await start.fill("59:00");
    await pane(page).getByText("The end must be after the start").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await start.press("Escape");
    expect(lines[0]).toMatchObject({ startMs: 1_200, endMs: 3_500 });

    await grid(page).focus();
    await page.keyboard.press("w");
    await page.keyboard.type("Ada 2 and Bo");
    await page.keyboard.press("Enter");
    await expect.poll(() => lines[0]?.character).toBe("Ada 2 and Bo");
    await pane(page).getByRole("combobox", { name: "Emotion" }).selectOption("Joy");
    await expect.poll(() => lines[0]?.emotion).toBe("joy");
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => [lines[0]?.emotion, lines[0]?.character]).toEqual(["", "ANNA"]);
  });

  test("a source text that is not saved stays a draft of its line", async () => {
    const lines = timedLines(3);
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectLine(page, 1);
    await grid(page).focus();
    await page.keyboard.press("Shift+E");
    const source = pane(page).getByRole("textbox", { name: "Source text" });
    await expect.poll(() => source.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.type("1st source, 2nd try");
    await page.keyboard.press("Escape");
    await selectLine(page, 2);
    await grid(page).getByText("Draft").waitFor();
    expect(lines.map((line) => line.source)).toEqual(timedLines(3).map((line) => line.source));
    await selectLine(page, 1);
    expect(await source.inputValue()).toBe("1st source, 2nd try");
    await source.press("Control+Enter");
    await expect.poll(() => lines[0]?.source).toBe("1st source, 2nd try");
    await source.waitFor({ state: "detached" });
  });

  test("shows both versions of a time that another window has changed", long, async () => {
    const lines = timedLines(2);
    const base = withReview(lines);
    const [line] = lines;
    if (!line) throw new Error("there is no line");
    /** What another window changes before the next change. */
    let other: Partial<typeof line> | null = null;
    const overrides: Overrides = {
      ...base,
      "review.change": (input, real) => {
        if (other) Object.assign(line, other, { revision: line.revision + 1 });
        other = null;
        return base["review.change"]?.(input, real) ?? real(input);
      },
    };
    const { page } = await open({ at, workspace: "local", overrides });
    await selectLine(page, 1);
    const end = pane(page).getByRole("textbox", { name: "End" });
    other = { endMs: 3_000 };
    await end.fill("0:02.000");
    await end.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Line 1 was changed in the meantime" });
    await dialog.getByText("0:03.000").waitFor();
    await dialog.getByText("0:02.000").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Keep the current values" }).click();
    await expect.poll(() => end.inputValue()).toBe("0:03.000");
    expect(line.endMs).toBe(3_000);
    // Another value was changed: both changes are stored.
    other = { emotion: "joy" };
    await end.fill("0:02.500");
    await end.press("Enter");
    await expect.poll(() => line.endMs).toBe(2_500);
    expect(line.emotion).toBe("joy");
  });

  test("keys split, merge, add and delete lines, and undo restores them", async () => {
    const lines = timedLines(3);
    for (const line of lines) line.character = "ANNA";
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const texts = () => lines.map(({ target }) => target);
    const all = texts();
    await selectLine(page, 2);
    // "Text of line 2": the playhead is at the start of the line, so it is divided in the middle.
    await grid(page).focus();
    await page.keyboard.press("s");
    await expect.poll(texts).toEqual(["Text of line 1", "Text of", "line 2", "Text of line 3"]);
    expect(lines.map(({ startMs, endMs }) => [startMs, endMs]).slice(1, 3)).toEqual([
      [4_500, 6_000],
      [6_000, 7_500],
    ]);
    // The first part is selected.
    await pane(page).getByText("Line 2 ·", { exact: false }).waitFor();
    await grid(page).getByText("line 2", { exact: true }).waitFor();
    await page.keyboard.press("m");
    await expect.poll(texts).toEqual(all);
    await grid(page).getByText("Text of line 2", { exact: true }).waitFor();
    await page.keyboard.press("Delete");
    await page.getByText("Line 2 deleted").waitFor();
    await expect.poll(texts).toEqual(["Text of line 1", "Text of line 3"]);
    for (let key = 0; key < 3; key += 1) await page.keyboard.press("Control+z");
    await expect.poll(texts).toEqual(all);
    await selectLine(page, 1);
    await grid(page).focus();
    await page.keyboard.press("+");
    await expect
      .poll(() => lines.map(({ startMs, endMs }) => [startMs, endMs])[1])
      .toEqual([3_500, 4_500]);
    expect(lines[1]).toMatchObject({ target: "", character: "ANNA" });
  });

  test("the text is split at the cursor, and a draft stays with its line", async () => {
    const lines = timedLines(3);
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectLine(page, 3);
    const text = pane(page).getByRole("textbox", { name: "Text", exact: true });
    await text.fill("A draft of line 3");
    await selectLine(page, 1);
    await text.fill("First 1, second 2");
    await text.evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(8, 8));
    await text.press("Control+Shift+Enter");
    await expect
      .poll(() => lines.map(({ target }) => target))
      .toEqual(["First 1,", "second 2", "Text of line 2", "Text of line 3"]);
    await grid(page).getByText("second 2", { exact: true }).waitFor();
    await pane(page).getByText("Line 1 ·", { exact: false }).waitFor();
    // Line 3 is line 4 now.
    await grid(page).getByText("Text of line 3", { exact: true }).click();
    await pane(page).getByText("Line 4 ·", { exact: false }).waitFor();
    expect(await text.inputValue()).toBe("A draft of line 3");
  });

  test("without a selected line, single keys change nothing", async () => {
    const lines = timedLines(3);
    const before = structuredClone(lines);
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await grid(page).waitFor();
    await grid(page).focus();
    for (const key of ["s", "m", "+", "Delete", "t", "w", "i", "Shift+I", "Shift+ArrowLeft"])
      await page.keyboard.press(key);
    await page.keyboard.press("Control+ArrowRight");
    await selectLine(page, 1);
    expect(lines).toEqual(before);
  });
});
