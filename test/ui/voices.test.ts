import { expect, test } from "vitest";
import { recordCopies } from "./copied-text";
import { axeViolations } from "./axe";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/voices";

describeWindow("Voices screen", (open) => {
  test("filters, searches, sorts and copies voices", async () => {
    const { page, backend } = await open({ at });
    const copied = await recordCopies(page);
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("Ahmed").waitFor();
    await page.getByRole("combobox", { name: "Gender" }).selectOption("female");
    await list.getByText("Ahmed").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Age" }).selectOption("senior");
    await page.getByRole("combobox", { name: "Timbre" }).selectOption("calm");
    await list.getByText("Freja").waitFor({ state: "detached" });
    await list.getByText("Nancy").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await list.getByText("Ahmed").waitFor();
    await list.getByRole("button", { name: "Voice" }).click();
    await expect.poll(() => backend.lastInput("catalogue.voices")).toMatchObject({ sort: "-name" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("freja");
    await page.keyboard.press("Enter");
    await expect.poll(() => list.getByRole("row").count()).toBe(2);
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+c");
    await page.getByText("Name copied").waitFor();
    expect(await copied()).toBe("Freja");
  });

  test("filters and searches by language and provider, with visible buttons for samples", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await backend.syncList({ kind: "voices", model: "local-basic" });
    const list = page.getByRole("grid", { name: "Voices" });
    await page.getByRole("combobox", { name: "Provider" }).selectOption("Flite");
    await list.getByText("Savannah").waitFor();
    await list.getByText("Amélie").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("fr-fr");
    await list.getByText("Savannah").waitFor({ state: "detached" });
    await list.getByText("French (France)").first().waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("textbox", { name: "Search voices" }).fill("french");
    await list.getByText("Savannah").waitFor({ state: "detached" });
    await list.getByRole("button", { name: "Play sample of Amélie" }).waitFor();
    await list.getByText("Amélie").click();
    const details = page.getByRole("complementary", { name: "Voice details" });
    await details.getByRole("button", { name: "Play sample" }).waitFor();
    await details.getByText("eSpeak NG").waitFor();
  });

  test("shows the details and the styles of a voice", async () => {
    const { page, backend } = await open({ at });
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("Alejandro").click();
    const details = page.getByRole("complementary", { name: "Voice details" });
    await details.getByRole("heading", { name: "Alejandro" }).waitFor();
    await details.getByText("clear", { exact: true }).waitFor();
    await details.getByText("narration-normal").waitFor();
    await page.keyboard.press("Control+i");
    await details.waitFor({ state: "detached" });
    // The visibility of the details is stored.
    await expect
      .poll(
        () =>
          JSON.parse(
            (backend.preferences.get("views") as { voices?: string } | undefined)?.voices ?? "{}",
          ) as unknown,
      )
      .toMatchObject({ isDetailed: false });
    await page.keyboard.press("Enter");
    await details.waitFor();
    expect(backend.lastInput("lists.show")).toMatchObject({
      lists: [
        { kind: "languages" },
        { kind: "models" },
        { kind: "voices", model: "local-basic" },
        { kind: "styles", model: "local-basic" },
      ],
    });
  });

  test("shows the voices of the selected model", async () => {
    const models = [
      { id: "v2-expressive", description: "" },
      { id: "v1", description: "" },
    ];
    const { page, backend } = await open({
      at,
      overrides: {
        "catalogue.models": async (input, real) => ({ ...(await real(input)), models }),
        // The models of the test do not exist in the service.
        "catalogue.voices": (input, real) => real({ ...input, model: "local-basic" }),
        "lists.refresh": () => undefined,
        "lists.show": () => undefined,
      },
    });
    await page.getByRole("grid", { name: "Voices" }).waitFor();
    expect(backend.lastInput("catalogue.voices")).toMatchObject({ model: "v2-expressive" });
    await page.getByRole("combobox", { name: "Model" }).selectOption("v1");
    await expect.poll(() => backend.lastInput("catalogue.voices")).toMatchObject({ model: "v1" });
  });

  test("shows unknown genders unchanged, and 2,000 voices", long, async () => {
    const total = 2_000;
    const { page } = await open({
      at,
      width: 900,
      height: 600,
      overrides: {
        "catalogue.voices": async (input, real) => ({
          ...(await real(input)),
          voices: Array.from({ length: Math.min(input.limit, total - input.offset) }, (_, at) => {
            const number = input.offset + at;
            return {
              name: `voice_${String(number).padStart(5, "0")}_with_a_name_that_goes_on_and_on_and_on`,
              gender: number % 2 === 0 ? "nonbinary-x" : "",
              age: "",
              timbre: "",
              voiceTag: "",
              description: "",
            };
          }),
          total,
          facets: {
            genders: ["nonbinary-x"],
            ages: [],
            timbres: [],
            voiceTags: [],
            languages: [],
            providers: [],
          },
        }),
      },
    });
    const list = page.getByRole("grid", { name: "Voices" });
    await list.getByText("nonbinary-x").first().waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("voice_01999").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
    // A filter without values is not shown.
    expect(await page.getByRole("combobox", { name: "Age" }).count()).toBe(0);
  });

  test(
    "shows why the list is empty: no models, filters or never synced; and stale data",
    long,
    async () => {
      const none = await open({
        at,
        overrides: {
          "catalogue.models": async (input, real) => ({ ...(await real(input)), models: [] }),
        },
      });
      await none.page.getByText("No models").waitFor();
      const view = { gender: "male", age: "senior", timbre: "bright", voiceTag: "", sort: "name" };
      const filtered = await open({ at, preferences: { views: { voices: JSON.stringify(view) } } });
      await filtered.page.getByText("No voices match these filters").waitFor();
      await filtered.page.getByRole("button", { name: "Clear filters" }).last().click();
      await filtered.page.getByRole("grid", { name: "Voices" }).getByText("Alasdair").waitFor();
      const never = await open({
        at,
        isOnline: false,
        cacheAge: null,
      });
      await never.page.getByText("Not available offline").waitFor();
      const stale = await open({
        at,
        cacheAge: 120,
        faults: [{ path: /./, fault: { kind: "respond", status: 503 }, times: Infinity }],
      });
      await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
      await stale.page.getByRole("button", { name: "Retry" }).click();
      await expect.poll(() => stale.backend.calledNames()).toContain("lists.refresh");
    },
  );

  test("axe reports no violations", async () => {
    const { page } = await open({ at });
    await page.getByRole("grid", { name: "Voices" }).getByText("Alasdair").click();
    await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
    await page.getByRole("button", { name: "Clear filters" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
