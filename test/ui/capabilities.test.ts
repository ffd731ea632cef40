/**
 * The window with a service that announced missing capabilities, and with one that announced
 * nothing.
 */
import { expect, test } from "vitest";
import type { Overrides } from "./overrides";
import { describeWindow } from "./window";
import type { Language } from "../../preload/model/resources";

const languages: Language[] = [
  ["en-us", "English (United States)"],
  ["fr-fr", "French (France)"],
  ["de-de", "German (Germany)"],
  ["ja-jp", "Japanese (Japan)"],
].map(([id = "", name = ""]) => ({
  id,
  name,
  code: id.toUpperCase(),
  isTextSupported: id !== "ja-jp",
  isAudioSupported: id === "en-us",
}));
/** The languages of a service that produces audio in one of them. */
const overrides: Overrides = {
  "catalogue.languages": async (input, real) => ({ ...(await real(input)), languages }),
};

describeWindow("Workspace without inference", (open) => {
  test("disables settings and shows the reasons; announces no transcription or inference", async () => {
    const { page } = await open({
      at: "#/new-batch/home",
      workspace: "local",
      overrides,
    });
    const summary = page.getByRole("complementary", { name: "Summary" });
    await summary.getByText("This workspace does not produce audio.").waitFor();
    await summary.getByText(/^No script: the batch has no lines until/).waitFor();
    await page
      .getByText(/^A script file, or its URL\. This workspace does not transcribe/)
      .waitFor();
    for (const name of [
      /^Start inference automatically/,
      /^Remove background/,
      /^Detect the number of speakers/,
    ]) {
      const box = page.getByRole("checkbox", { name });
      expect(await box.getAttribute("aria-disabled")).toBe("true");
      expect(await box.isChecked()).toBe(false);
      await box.click({ force: true });
      expect(await box.isChecked()).toBe(false);
    }
    await page.getByText("This workspace does not separate the background.").waitFor();
    const takes = page.getByRole("radiogroup", { name: "Alternative takes" });
    expect(await takes.getAttribute("aria-disabled")).toBe("true");
    await takes.getByRole("radio", { name: "2" }).click({ force: true });
    expect(await takes.getByRole("radio", { name: "None" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    expect(await page.getByText(/is transcribed|Inference starts automatically/).count()).toBe(0);
    const auto = page.getByRole("checkbox", { name: /^Cast characters automatically/ });
    expect(await auto.getAttribute("aria-disabled")).toBe(null);
  });

  test("shows on the Voices screen that voices are for casting only", async () => {
    const { page } = await open({ at: "#/voices", workspace: "local" });
    await page.getByText("Voices are for casting here").waitFor();
  });
});

describeWindow("Languages without audio", (open) => {
  test("are marked in the New project dialog", async () => {
    const { page } = await open({ at: "#/projects", workspace: "local", overrides });
    await page.getByRole("button", { name: "New project…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New project" });
    await dialog
      .getByText(/Not available in this workspace: audio, transcription of media/)
      .waitFor();
    const targets = dialog.getByRole("combobox", { name: "Target languages" });
    await targets.fill("fre");
    const list = dialog.getByRole("listbox", { name: "Target languages" });
    const french = list.getByRole("option", { name: "French" });
    await french.getByText("fr-fr · no audio").waitFor();
    await targets.fill("jap");
    await list.getByText("ja-jp · no text · no audio").waitFor();
    await targets.fill("english");
    await list.getByText("en-us", { exact: true }).waitFor();
    await targets.fill("fre");
    await french.click();
    await dialog.getByText("No audio in French (France).").waitFor();
  });

  test("are marked in the Add languages dialog", async () => {
    const project = await open({
      at: "#/project/home/languages",
      overrides,
    });
    await project.page.getByText("French (France)").first().waitFor();
    await project.page.getByRole("button", { name: "Add languages…" }).click();
    const dialog = project.page.getByRole("dialog");
    await dialog.getByRole("combobox").fill("jap");
    await dialog.getByText("ja-jp · no text · no audio").waitFor();
  });
});

describeWindow("Workspace without announced capabilities", (open) => {
  test("disables no settings and marks no languages", async () => {
    const { page } = await open({
      at: "#/new-batch/home",
      overrides: {
        "catalogue.languages": async (input, real) => {
          const { freshness } = await real(input);
          return {
            languages: languages.map((one) => ({ ...one, isAudioSupported: true })),
            freshness,
          };
        },
      },
    });
    const inference = page.getByRole("checkbox", { name: /^Start inference automatically/ });
    await inference.waitFor();
    expect(await inference.getAttribute("aria-disabled")).toBe(null);
    expect(await page.getByText(/This workspace does not/).count()).toBe(0);
    expect(await page.getByText(/no audio/i).count()).toBe(0);
  });
});
