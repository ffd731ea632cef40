import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addBatch } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/project/home/languages";
const languages = (page: Page) => page.getByRole("grid", { name: "Languages" });

describeWindow("Languages screen of a project", (open) => {
  test("shows the progress of each language over all batches", async () => {
    const { page } = await open({ at });
    const german = languages(page).getByRole("row", { name: /German \(Germany\)/ });
    await german.getByText("1 of 5 batches done").waitFor();
    await german.getByText("1 failed").waitFor();
    await german.getByRole("progressbar", { name: "German (Germany): 20%" }).waitFor();
    await page.getByText("Shown are the languages of its batches").waitFor();
    await languages(page).getByRole("button", { name: "Progress" }).click();
    await expect
      .poll(() => languages(page).getByRole("row").nth(1).textContent())
      .toContain("German");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("fr-fr");
    await expect.poll(() => languages(page).getByRole("row").count()).toBe(2);
  });

  test("adds languages by keyboard; existing languages are not among the options", async () => {
    const { page, backend } = await open({ at });
    await languages(page).getByText("French (France)").waitFor();
    await languages(page).focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add languages to the project" });
    await dialog.getByText("They apply to batches created later.").waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByText("Required").waitFor();
    await page.keyboard.type("french");
    await dialog.getByText("No other language with this name").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("spanish (spain)");
    await page.keyboard.press("Enter");
    await page.keyboard.type("jap");
    await page.keyboard.press("Enter");
    backend.failCall("projects.addLanguages", "service-error");
    await dialog.getByRole("button", { name: "Add 2 languages" }).click();
    await dialog.getByRole("alert").getByText("The service reported an error").waitFor();
    backend.restoreCall("projects.addLanguages");
    await dialog.getByRole("button", { name: "Add 2 languages" }).click();
    await page.getByText("2 languages added to the project").waitFor();
    expect(backend.lastInput("projects.addLanguages")).toMatchObject({
      languages: ["es-es", "ja-jp"],
    });
    await languages(page).getByText("Japanese (Japan)").waitFor();
  });

  test(
    "shows an empty list and ids that are not in the catalogue; disables actions while offline",
    long,
    async () => {
      const none = await open({ at, seed: (service) => service.run("DELETE FROM batches") });
      await none.page.getByText("No languages yet").waitFor();
      const offline = await open({
        at,
        isOnline: false,
      });
      await languages(offline.page).getByText("French (France)").waitFor();
      const add = offline.page.getByRole("button", { name: "Add languages…" });
      expect(await add.getAttribute("aria-disabled")).toBe("true");
      const { page } = await open({
        at,
        seed: (service) =>
          addBatch(service, {
            id: "odd",
            name: "Odd",
            translations: [
              ["es-la", "AWAITING"],
              ["ar-ar", "AWAITING"],
              ["not a tag", "AWAITING"],
            ],
          }),
      });
      await languages(page).getByText("Spanish (Latin America)").waitFor();
      await languages(page).getByText("Arabic", { exact: true }).waitFor();
      await languages(page).getByText("not a tag").first().waitFor();
    },
  );

  test("axe reports no violations", async () => {
    const { page } = await open({ at });
    await languages(page).getByText("French (France)").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add languages…" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
