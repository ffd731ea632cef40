/**
 * 20 lines are split, merged, moved and timed by keyboard alone, in the application under Electron.
 * The service is killed on the way, and undo restores everything.
 */
import { expect, test } from "vitest";
import { bodyOf } from "../helpers/local-workspace";
import { long } from "../long";
import { launch, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { dubTwentyLines, languageId, lineCount } from "./twenty-lines";
import { createLocalWorkspace, dataDirOf, homeOf, localServiceProcess } from "./workspace";

interface StoredLine {
  number: number;
  identity: number;
  target: string;
  character: string;
  startMs: number;
  endMs: number;
}
const killedAt = 11;
/** Milliseconds of a step without a picture. */
const step = 40;

test(
  "20 lines are split, merged, moved and timed by keyboard; the service is killed on the way, and undo restores every line",
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const dubyard = await launch({
      profile,
      env: { ...homeOf(profile), DUBYARD_ENGINE: "own" },
    });
    const { page } = dubyard;
    const { keyboard } = page;
    await createLocalWorkspace(page, profile);
    let client = await signInToDataFolder(dataDirOf(profile));
    const batch = await dubTwentyLines(client);
    const storedLines = async (): Promise<StoredLine[]> => {
      const at = `/local/batches/${batch}/review?languageId=${languageId}&limit=100`;
      const { lines } = bodyOf<{ lines: StoredLine[] }>(await client.get(at));
      return lines.map(({ number, identity, target, character, startMs, endMs }) => {
        return { number, identity, target, character, startMs, endMs };
      });
    };
    const before = await storedLines();
    expect(before).toHaveLength(lineCount);
    const project = bodyOf<{ projectId: string }>(await client.get(`/batches/${batch}`)).projectId;
    const hash = `#/review/${project}/${batch}?language=${languageId}`;
    await page.evaluate((value) => (location.hash = value), hash);
    const grid = page.getByRole("grid", { name: "Lines" });
    const pane = page.getByRole("complementary", { name: "Line" });
    await grid.getByText("Undecided").first().waitFor();
    await grid.focus();
    await page.getByRole("img", { name: /Timeline of 20 lines/ }).waitFor();

    /** The line with this number is selected, and the keys of the list work. */
    const expectLine = (number: number) =>
      pane.getByRole("heading", { name: `Line ${number} ·`, exact: false }).waitFor();
    async function select(number: number): Promise<void> {
      await grid.focus();
      await keyboard.press("Home");
      await expectLine(1);
      for (let at = 1; at < number; at += 1) await keyboard.press("ArrowDown");
      await expectLine(number);
    }
    /** Changes that undo takes back. */
    let steps = 0;
    async function press(key: string, isStored: (lines: StoredLine[]) => boolean): Promise<void> {
      await keyboard.press(key);
      await expect.poll(async () => isStored(await storedLines()), { message: key }).toBe(true);
      steps += 1;
    }
    const timesOf = (lines: StoredLine[], number: number) => {
      const { startMs = 0, endMs = 0 } = lines[number - 1] ?? {};
      return [startMs, endMs];
    };
    const hasTimes = (number: number, start: number, end: number) => (lines: StoredLine[]) =>
      timesOf(lines, number).join() === [start, end].join();
    const hasLines = (count: number) => (lines: StoredLine[]) => lines.length === count;

    async function splitAndMerge(number: number): Promise<void> {
      await press("s", hasLines(lineCount + 1));
      await expectLine(number);
      // The list and the timeline show both parts.
      await page.getByRole("img", { name: /Timeline of 21 lines/ }).waitFor();
      await press("m", hasLines(lineCount));
      await page.getByRole("img", { name: /Timeline of 20 lines/ }).waitFor();
    }
    async function editLine(number: number): Promise<void> {
      const [start = 0, end = 0] = timesOf(before, number);
      await select(number);
      if (number % 5 === 1) await splitAndMerge(number);
      else if (number % 5 === 2) {
        await press("Control+Shift+ArrowRight", hasTimes(number, start + step, end + step));
        await press("Control+Shift+ArrowLeft", hasTimes(number, start, end));
      } else if (number % 5 === 3) {
        await press("Shift+ArrowRight", hasTimes(number, start + step, end));
        await press("Control+ArrowRight", hasTimes(number, start + step, end + step));
      } else if (number % 5 === 4) {
        await press("s", hasLines(lineCount + 1));
        await keyboard.press("Control+z");
        await expect.poll(storedLines).toHaveLength(lineCount);
        steps -= 1;
      } else {
        await keyboard.press("t");
        const field = pane.getByRole("textbox", { name: "Start", exact: true });
        await expect
          .poll(() => field.evaluate((node) => node === document.activeElement))
          .toBe(true);
        const seconds = (start + 200) / 1_000;
        await keyboard.type(`${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3)}`);
        await press("Enter", hasTimes(number, start + 200, end));
      }
    }
    /** Splits a line at the moment of the kill: it is split, or its failure is shown. */
    async function splitWhileKilled(number: number): Promise<void> {
      await select(number);
      process.kill(localServiceProcess(dubyard), "SIGKILL");
      await keyboard.press("s");
      const answers = async () => {
        client = await signInToDataFolder(dataDirOf(profile));
        return (await client.get("/models")).status;
      };
      await expect.poll(answers, { timeout: 30_000 }).toBe(200);
      const failures = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
      const isSplit = async () => (await storedLines()).length === lineCount + 1;
      await expect
        .poll(async () => (await isSplit()) || (await failures.count()) > 0, { timeout: 30_000 })
        .toBe(true);
      const lines = await storedLines();
      expect(lines.map((line) => line.number)).toEqual(lines.map((_line, index) => index + 1));
      expect(new Set(lines.map(({ identity }) => identity)).size).toBe(lines.length);
      const others = (all: readonly StoredLine[]) =>
        all.map(({ target }) => target).filter((_target, index) => index < number - 1);
      expect(others(lines)).toEqual(others(before));
      if (await isSplit()) {
        steps += 1;
        await page.getByRole("img", { name: /Timeline of 21 lines/ }).waitFor();
        await press("m", hasLines(lineCount));
        await page.getByRole("img", { name: /Timeline of 20 lines/ }).waitFor();
      } else await splitAndMerge(number);
    }

    for (let number = 1; number <= lineCount; number += 1)
      await (number === killedAt ? splitWhileKilled(number) : editLine(number));
    // Four lines are split and merged, and eight more have other times.
    const edited = await storedLines();
    expect(edited.map(({ target }) => target)).toEqual(before.map(({ target }) => target));
    const moved = edited.filter(
      ({ startMs, endMs }, index) => timesOf(before, index + 1).join() !== [startMs, endMs].join(),
    );
    expect(moved.map(({ number }) => number)).toEqual([3, 5, 8, 10, 13, 15, 18, 20]);

    for (let at = 0; at < steps; at += 1) await keyboard.press("Control+z");
    await expect.poll(storedLines, { timeout: 60_000 }).toEqual(before);
    await grid.focus();
    await keyboard.press("Control+k");
    await keyboard.type("Undo");
    await page.getByText("There is nothing to undo").waitFor();
  },
);
