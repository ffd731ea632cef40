/** Screenshots of inference: the languages of a batch, and the voices that can be heard. */
import { expect, test } from "vitest";
import type { Dub } from "../../preload/contract/dubs";
import { describeWindow, type OpenOptions } from "./window";

const dub = (languageId: string, fields: Partial<Dub>): Dub => ({
  languageId,
  state: "making",
  note: "",
  planned: 12_400,
  made: 3_120,
  failed: 0,
  outdated: 0,
  secondsLeft: null,
  ...fields,
});

const running: OpenOptions = {
  at: "#/batch/home/ep4",
  announced: {
    extensions: ["dubs", "lines", "voice-samples"],
    capabilities: { inference: true },
  },
  overrides: {
    "dubs.ofBatch": () => ({
      dubs: [
        dub("fr-fr", {
          failed: 2,
          secondsLeft: 5_400,
          note: "line 1207: the voice Savannah does not speak fr-fr",
        }),
        dub("de-de", { state: "stopped", outdated: 9_280 }),
      ],
      takesPerSecond: 10,
      isPaused: true,
    }),
  },
};

describeWindow("Inference", (open) => {
  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const)
      test(`a batch, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({ ...running, language, theme });
        await page
          .getByText(/3[.,]120/)
          .first()
          .waitFor();
        await screenshot(`dubs-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`dubs-narrow-${language}-${theme}`);
        expect(await page.getByText(/3[.,]120/).count()).toBe(2);
      });

  for (const theme of ["light", "dark"] as const)
    test(`voices and casting, ${theme}`, async () => {
      const { page, screenshot } = await open({ ...running, at: "#/project/home/casting", theme });
      const voices = page.getByRole("grid", { name: "Voices" });
      await voices.getByRole("row").nth(1).click();
      await screenshot(`casting-samples-${theme}`);
      expect(await page.getByRole("button", { name: "Play sample" }).count()).toBe(1);
    });
});
