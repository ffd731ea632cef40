import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { someLists } from "./fake-resources";
import { describeWindow } from "./harness";

const at = "#/voices";

describeWindow("voices", (open) => {
  test("are filtered, searched, sorted and copied", async () => {
    const { page, backend } = await open({ at });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("Amélie").waitFor();
    await page.getByRole("combobox", { name: "Gender" }).selectOption("female");
    await list.getByText("Henrik").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Age" }).selectOption("senior");
    await expect.poll(() => list.getByRole("row").count()).toBe(2);
    await list.getByText("Freja").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await list.getByText("Henrik").waitFor();
    await list.getByRole("button", { name: "Voice" }).click();
    await expect.poll(() => backend.lastInput("catalogue.voices")).toMatchObject({ sort: "-name" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("warm");
    await page.keyboard.press("Enter");
    await expect.poll(() => list.getByRole("row").count()).toBe(3);
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+c");
    await page.getByText("Name copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Freja");
  });

  test("show the details of one, and the styles it can speak in", async () => {
    const { page, backend } = await open({ at });
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("Jonas").click();
    const details = page.getByRole("complementary", { name: "Voice details" });
    await details.getByRole("heading", { name: "Jonas" }).waitFor();
    await details.getByText("young-clear").waitFor();
    await details.getByText("narration-normal").waitFor();
    await page.keyboard.press("Control+i");
    await details.waitFor({ state: "detached" });
    // How the screen was left is remembered.
    await expect
      .poll(() => JSON.parse(backend.state.views["voices"] ?? "{}") as unknown)
      .toMatchObject({ isDetailed: false });
    await page.keyboard.press("Enter");
    await details.waitFor();
    expect(backend.shownLists.at(-1)).toEqual([
      { kind: "models" },
      { kind: "voices", model: "local-basic" },
      { kind: "styles", model: "local-basic" },
    ]);
  });

  test("of several models are chosen by model", async () => {
    const models = [
      { id: "v2-expressive", description: "" },
      { id: "v1", description: "" },
    ];
    const { page, backend } = await open({ at, lists: { models } });
    await page.getByRole("grid", { name: "Voices" }).waitFor();
    expect(backend.lastInput("catalogue.voices")).toMatchObject({ model: "v2-expressive" });
    await page.getByRole("combobox", { name: "Model" }).selectOption("v1");
    await expect.poll(() => backend.lastInput("catalogue.voices")).toMatchObject({ model: "v1" });
  });

  test("unknown words and ten thousand of them are shown as they come", async () => {
    const voices = Array.from({ length: 10_000 }, (_, index) => ({
      name: `voice_${String(index).padStart(5, "0")}_with_a_name_that_goes_on_and_on_and_on`,
      gender: index % 2 === 0 ? "nonbinary-x" : "",
      age: "",
      timbre: "",
      voiceTag: "",
      description: "",
    }));
    const { page } = await open({ at, lists: { voices }, width: 900, height: 600 });
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("nonbinary-x").first().waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("voice_09999").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
    // There is nothing to filter by.
    expect(await page.getByRole("combobox", { name: "Age" }).count()).toBe(0);
  });

  test("say why there are none: no models, filters, never read, stale", async () => {
    const none = await open({ at, lists: { models: [] } });
    await none.page.getByText("No models").waitFor();
    const view = { gender: "male", age: "senior", timbre: "bright", voiceTag: "", sort: "name" };
    const filtered = await open({ at, views: { voices: JSON.stringify(view) } });
    await filtered.page.getByText("No voices match these filters").waitFor();
    await filtered.page.getByRole("button", { name: "Clear filters" }).last().click();
    await filtered.page.getByRole("grid", { name: "Voices" }).getByText("Owen").waitFor();
    const offline = { code: "offline", message: "" } as const;
    const never = await open({
      at,
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
      lists: { readAt: null, problem: offline, voices: [], models: [] },
    });
    await never.page.getByText("Not available offline").waitFor();
    const stale = await open({
      at,
      lists: { readAt: Date.now() - 7_200_000, problem: { code: "unreachable", message: "" } },
    });
    await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
    await stale.page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => stale.backend.calledNames()).toContain("lists.refresh");
  });

  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing, ${theme}`, async () => {
      const { page } = await open({ at, theme, lists: { voices: someLists().voices } });
      await page.getByRole("grid", { name: "Voices" }).getByText("Owen").click();
      await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
      await page.getByRole("button", { name: "Clear filters" }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });
  }
});
