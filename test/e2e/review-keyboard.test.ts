/**
 * A batch of 20 lines is reviewed and delivered by keyboard alone, in the application under
 * Electron. The service is killed on the way. What is heard is measured at the sound device.
 */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { characterOf, slotMs, spanishText, startOf } from "../helpers/dub-material";
import { filesBelow } from "../helpers/local-service";
import { bodyOf } from "../helpers/local-workspace";
import { installSoundMeter, type SoundMeter } from "../helpers/sound-meter";
import { long } from "../long";
import { launch, stubOpenDialog, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import { dubTwentyLines, languageId, lineCount, voice } from "./twenty-lines";
import { createLocalWorkspace, dataDirOf, homeOf, localServiceProcess } from "./workspace";

/** What happens to lines besides their approval. */
const special = { otherTake: 2, edited: 3, rejected: 4, commented: 5, ownVoice: 6 };
const killedAt = 11;
const editedText = "Yo no estaba allí.";
const reason = "Wrong stress";
const comment = "A little slower";

interface StoredLine {
  number: number;
  state: string;
  target: string;
  voice: string | null;
  reason: string;
  comments: number;
  chosen: { variant: number } | null;
  offsetMs: number;
  fit: string | number;
}

/** A user who has a keyboard only. */
function createReviewer(page: Page) {
  const { keyboard } = page;
  const lines = page.getByRole("grid", { name: "Lines" });
  const pane = page.getByRole("complementary", { name: "Line" });
  const isFocused = (locator: Locator) =>
    locator.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));
  const expectFocus = (locator: Locator) => expect.poll(() => isFocused(locator)).toBe(true);
  const meter = <K extends keyof SoundMeter>(name: K) =>
    page.evaluate(
      (key) => (window as unknown as { meter: SoundMeter }).meter[key](),
      name,
    ) as Promise<ReturnType<SoundMeter[K]>>;

  return {
    lines,
    pane,
    press: (key: string) => keyboard.press(key),
    type: (text: string) => keyboard.type(text),
    expectFocus,
    isFocused,
    /** Presses Tab until an element has the focus. */
    async tabTo(locator: Locator): Promise<void> {
      await locator.first().waitFor();
      for (let presses = 0; presses < 80; presses += 1) {
        if (await isFocused(locator)) return;
        await keyboard.press("Tab");
      }
      throw new Error(`not reachable with Tab: ${String(locator)}`);
    },
    /** Waits until a line is selected, completely visible, and the keys of the list work. */
    async expectLine(number: number): Promise<void> {
      await pane
        .getByRole("heading", { name: `Line ${number} · ${characterOf(number - 1)}` })
        .waitFor();
      await expectFocus(lines);
      const row = lines.locator("[aria-selected=true]");
      await expect.poll(() => row.count()).toBe(1);
      const isVisible = async () => {
        const [outer, inner] = [await lines.boundingBox(), await row.boundingBox()];
        return (
          outer !== null &&
          inner !== null &&
          inner.y >= outer.y - 1 &&
          inner.y + inner.height <= outer.y + outer.height + 1
        );
      };
      await expect.poll(isVisible, { message: `line ${number} is visible` }).toBe(true);
    },
    beginListening: () => meter("begin"),
    /** Waits for the end of what is played since then; fails if no sound reached the device. */
    async expectHeard(): Promise<void> {
      await expect.poll(() => meter("hasEnded")).toBe(true);
      // The desk stops a little after the sound; until then its key stops the playback.
      await pane.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
      // The number of samples depends on the load of the computer.
      const levels = (await meter("samples")).map(({ level }) => level);
      expect(Math.max(...levels)).toBeGreaterThan(0.01);
    },
  };
}

/** The samples of a delivered file of 24 bit, from -1 to 1. */
async function samplesOf(file: string): Promise<Float64Array> {
  const bytes = await readFile(file);
  const at = bytes.indexOf("data", 0, "latin1") + 8;
  const length = Math.floor(bytes.readUInt32LE(at - 4) / 3);
  return Float64Array.from({ length }, (_, index) => bytes.readIntLE(at + index * 3, 3) / 2 ** 23);
}

test(
  "20 lines are reviewed and delivered by keyboard; the service is killed on the way, and the decisions are there after a restart",
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const target = temporaryFolder("delivery");
    const start = () => launch({ profile, env: { ...homeOf(profile), DUBYARD_ENGINE: "own" } });
    const dubyard = await start();
    const { page } = dubyard;
    await createLocalWorkspace(page, profile);
    let client = await signInToDataFolder(dataDirOf(profile));
    const batch = await dubTwentyLines(client);
    const storedLines = async () =>
      bodyOf<{ lines: StoredLine[] }>(
        await client.get(`/local/batches/${batch}/review?languageId=${languageId}&limit=100`),
      ).lines;
    const stateOf = async (number: number) =>
      (await storedLines()).find((line) => line.number === number)?.state;
    await page.evaluate(installSoundMeter);
    const user = createReviewer(page);
    const { lines, pane, press } = user;

    // The overview is shown again, because it was read before the batch existed.
    await press("Control+3");
    await page.getByRole("heading", { name: "Media gallery", level: 1 }).waitFor();
    await press("Control+1");
    const row = page.getByRole("link", { name: /Spanish \(Spain\).*20 to review/ });
    await row.waitFor();
    // One row of the list is reachable with Tab, which may be that of the batch.
    await user.tabTo(page.locator("main a"));
    for (let presses = 0; presses < 5 && !(await user.isFocused(row)); presses += 1)
      await press("ArrowDown");
    await user.beginListening();
    await press("Enter");
    // The first line to review is selected and played.
    await user.expectLine(1);
    await user.expectHeard();
    await page.getByText("20 to review").waitFor();
    await user.beginListening();
    await press("Space");
    await user.expectHeard();

    // The take is moved by 40 ms and made faster; both are undone.
    const placement = async () => {
      const [line] = await storedLines();
      return [line?.offsetMs, line?.fit];
    };
    await press("Alt+ArrowRight");
    await press("Alt+ArrowUp");
    await expect.poll(placement).toEqual([40, expect.any(Number)]);
    await press("Control+z");
    await press("Control+z");
    await expect.poll(placement).toEqual([0, "auto"]);
    await pane.getByText("Undecided", { exact: true }).waitFor();

    // The first decision asks for the name of the reviewer; the approval plays the next line.
    await press("a");
    await user.expectFocus(page.getByRole("textbox", { name: "Your name" }));
    await user.type("Rosa");
    await user.beginListening();
    await press("Enter");
    await user.expectLine(2);
    await user.expectHeard();

    // Another take: it is made, used and played; the former one is compared with it.
    expect(special.otherTake).toBe(2);
    await user.beginListening();
    await press("g");
    await pane.getByRole("button", { name: "Play take 2" }).waitFor();
    await user.expectHeard();
    await pane.getByRole("button", { name: "Use take 1" }).waitFor();
    await user.beginListening();
    await press("1");
    await pane.getByRole("button", { name: "Use take 2" }).waitFor();
    await user.expectHeard();
    // Both keys at once: the take is chosen before it is approved.
    await press("2");
    await press("a");
    await user.expectLine(3);

    // Another text: a take of it is made and played.
    await press("e");
    await user.expectFocus(pane.getByRole("textbox", { name: "Text", exact: true }));
    await user.type(editedText);
    await user.beginListening();
    await press("Control+Enter");
    await user.expectLine(3);
    await lines.getByText(editedText).waitFor();
    await user.expectHeard();
    await pane.getByText("Undecided", { exact: true }).waitFor();
    await press("a");
    await user.expectLine(4);

    await press("r");
    await user.expectFocus(pane.getByRole("textbox", { name: "Reason" }));
    await user.type(reason);
    await press("Enter");
    await user.expectLine(4);
    await expect.poll(async () => (await storedLines())[special.rejected - 1]?.reason).toBe(reason);
    await press("n");
    await user.expectLine(5);

    await press("c");
    await user.expectFocus(pane.getByRole("textbox", { name: /^New comment at/ }));
    await user.type(comment);
    await press("Enter");
    await pane.getByText(comment).waitFor();
    await user.expectLine(5);
    await press("a");
    await user.expectLine(6);

    await press("Shift+V");
    const dialog = page.getByRole("dialog", { name: "Voice of line 6" });
    await user.tabTo(dialog.getByRole("textbox", { name: "Search voices" }));
    await user.type(voice);
    await press("Enter");
    await user.expectFocus(dialog.getByRole("grid", { name: "Voices" }));
    await dialog.getByText("1 line becomes outdated").waitFor();
    await press("Enter");
    await dialog.waitFor({ state: "detached" });
    await pane.getByText("Outdated", { exact: true }).first().waitFor();
    await user.expectLine(6);
    await user.beginListening();
    await press("g");
    await user.expectHeard();
    await pane.getByText("Undecided", { exact: true }).waitFor();
    await press("a");
    await user.expectLine(7);

    for (let number = 7; number < killedAt; number += 1) {
      await press("a");
      await user.expectLine(number + 1);
    }

    // A decision at the moment of the kill is stored, or its failure is shown and it can be made
    // again.
    const expected = (await storedLines()).map(({ number, state }) => [number, state]);
    process.kill(localServiceProcess(dubyard), "SIGKILL");
    await press("a");
    await expect
      .poll(
        async () => {
          client = await signInToDataFolder(dataDirOf(profile));
          return (await client.get("/models")).status;
        },
        { timeout: 30_000 },
      )
      .toBe(200);
    const failure = page
      .getByRole("list", { name: "Notifications" })
      .getByText("The service is not responding");
    const isSettled = async () =>
      (await stateOf(killedAt)) === "approved" || (await failure.count()) > 0;
    await expect.poll(isSettled, { timeout: 30_000 }).toBe(true);
    const after = (await storedLines()).map(({ number, state }) => [number, state]);
    expect(after.slice(0, killedAt - 1)).toEqual(expected.slice(0, killedAt - 1));
    if ((await stateOf(killedAt)) !== "approved") {
      await user.expectLine(killedAt);
      await press("a");
    }
    for (let number = killedAt; number < lineCount; number += 1) {
      await user.expectLine(number + 1);
      await press("a");
    }
    await page.getByText("0 to review").waitFor();

    // The filter is reached by its key. The rejected line alone is listed, then all are.
    await press("f");
    await user.expectFocus(page.getByRole("combobox", { name: "State" }));
    await user.type("Rejected");
    await expect.poll(() => lines.getByRole("row").count()).toBe(2);
    await lines.getByText("Rejected", { exact: true }).waitFor();
    await press("Home");
    await expect.poll(() => lines.getByRole("row").count()).toBeGreaterThan(2);

    const reviewed = await storedLines();
    expect(reviewed.map(({ state }) => state)).toEqual(
      Array.from({ length: lineCount }, (_, index) =>
        index + 1 === special.rejected ? "rejected" : "approved",
      ),
    );
    expect(reviewed[special.otherTake - 1]?.chosen?.variant).toBe(1);
    expect(reviewed.map(({ target }) => target)).toEqual(
      Array.from({ length: lineCount }, (_, index) =>
        index + 1 === special.edited ? editedText : spanishText(index),
      ),
    );
    expect(reviewed.filter((line) => line.voice !== null)).toMatchObject([
      { number: special.ownVoice, voice },
    ]);
    expect(reviewed.filter(({ comments }) => comments > 0)).toMatchObject([
      { number: special.commented, comments: 1 },
    ]);

    // The delivery: takes and stems, in spite of the rejected line.
    await stubOpenDialog(dubyard, [target]);
    await press("Control+e");
    await page.getByRole("heading", { name: "Files to deliver" }).waitFor();
    await user.tabTo(page.getByRole("checkbox", { name: /^Stems/ }));
    await press("Space");
    await user.tabTo(page.getByRole("checkbox", { name: /^Cue sheet/ }));
    await press("Space");
    await page.getByText("1 line not approved").waitFor();
    await user.tabTo(page.getByRole("checkbox", { name: /^Deliver anyway/ }));
    await press("Space");
    await user.tabTo(page.getByRole("button", { name: "Choose a folder…" }));
    await press("Enter");
    await page.getByText(target, { exact: true }).waitFor();
    await user.tabTo(page.getByRole("button", { name: "Deliver", exact: true }));
    await press("Enter");
    await page.getByText("Complete", { exact: true }).waitFor({ timeout: 60_000 });
    expect(await readdir(target)).toEqual(["Harbour_v1"]);
    const delivered = path.join(target, "Harbour_v1");
    const files = await filesBelow(delivered);
    const takes = files.filter((file) => file.startsWith("es-ES/takes/"));
    expect(takes.map((file) => Number(/(\d+)_/.exec(path.basename(file))?.[1]))).toEqual(
      Array.from({ length: lineCount }, (_, index) => index + 1),
    );
    expect(takes[special.otherTake - 1]).toMatch(/_T2\.wav$/);
    expect(files.filter((file) => !takes.includes(file))).toEqual([
      "SHA256SUMS",
      ...["DX-ANNA", "DX-BOB", "DX"].map((name) => `es-ES/stems/Harbour_es-ES_${name}_10.wav`),
      "manifest.json",
    ]);
    // Every line is heard in the stem, and nothing before it.
    const stem = await samplesOf(path.join(delivered, "es-ES/stems/Harbour_es-ES_DX_10.wav"));
    const peakOf = (fromMs: number, toMs: number) =>
      stem
        .subarray(fromMs * 48, toMs * 48)
        .reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    for (let index = 0; index < lineCount; index += 1) {
      expect(peakOf(startOf(index) - 100, startOf(index) - 5), `before line ${index + 1}`).toBe(0);
      expect(peakOf(startOf(index), startOf(index) + slotMs)).toBeGreaterThan(0.05);
    }

    // The application is started again, at the screen that was shown: every decision is shown.
    await dubyard.close();
    const { page: second } = await start();
    const again = createReviewer(second);
    await second.getByRole("heading", { level: 1 }).first().waitFor();
    await again.press("Control+2");
    await second.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    await second.getByRole("grid", { name: "Projects" }).getByText("Season one").waitFor();
    await again.tabTo(second.getByRole("grid", { name: "Projects" }));
    await again.press("Home");
    await again.press("Enter");
    await second.getByRole("grid", { name: "Batches" }).getByText("Harbour").waitFor();
    await again.tabTo(second.getByRole("grid", { name: "Batches" }));
    await again.press("Home");
    await again.press("Enter");
    await again.tabTo(second.getByRole("button", { name: "Review Spanish (Spain)", exact: true }));
    await again.press("Enter");
    await second.getByText("0 to review").waitFor();
    await again.expectLine(1);
    for (let number = 1; number <= lineCount; number += 1) {
      if (number > 1) await again.press("ArrowDown");
      await again.expectLine(number);
      const state = number === special.rejected ? "Rejected" : "Approved";
      await again.pane.getByText(state, { exact: true }).first().waitFor();
      if (number === special.otherTake)
        await again.pane.getByRole("button", { name: "Use take 1" }).waitFor();
      if (number === special.edited)
        expect(
          await again.pane.getByRole("textbox", { name: "Text", exact: true }).inputValue(),
        ).toBe(editedText);
      if (number === special.rejected)
        expect(await again.pane.getByRole("textbox", { name: "Reason" }).inputValue()).toBe(reason);
      if (number === special.commented) await again.pane.getByText(comment).waitFor();
      if (number === special.ownVoice)
        await again.pane
          .getByText(new RegExp(`^${voice} ·`))
          .first()
          .waitFor();
    }
  },
);
