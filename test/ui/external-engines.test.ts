/** External engines in the settings: the list, the form, and the result of a test. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { AppError } from "../../main/common/errors";
import { axeViolations } from "./axe";
import { command, listOf, service } from "./external-engine-material";
import { describeWindow } from "./window";

const at = "#/settings";

async function chooseLanguage(dialog: Locator, language: string): Promise<void> {
  const field = dialog.getByRole("combobox", { name: "Languages" });
  await field.fill(language);
  await field.press("ArrowDown");
  await field.press("Enter");
}

describeWindow("External engines", (open) => {
  test("are listed with their state, tested, confirmed and removed", async () => {
    const { page, backend } = await open({
      at,
      overrides: {
        "externalEngines.list": () => listOf(service, command),
        "externalEngines.test": () => ({
          isSuccess: false as const,
          problem: "key-refused",
          message: "Studio voices: speech.example refuses the key (status 401)",
          detail: "",
        }),
        "externalEngines.confirm": () => undefined,
        "externalEngines.remove": () => undefined,
      },
    });
    const section = page.getByRole("region", { name: "External engines" });
    const [first, second] = [
      section.getByRole("listitem").nth(0),
      section.getByRole("listitem").nth(1),
    ];
    await first.getByText("leaves this computer").waitFor();
    await first.getByText("Key stored").waitFor();
    await second.getByText("were not confirmed on this computer").waitFor();
    expect(await second.getByRole("button", { name: "Test: Whisper" }).count()).toBe(0);
    await first.getByRole("button", { name: "Test: Studio voices" }).click();
    await first.getByRole("status").getByText("The service refuses the key.").waitFor();
    await first.getByText("status 401").waitFor();

    await second.getByRole("button", { name: "Confirm…: Whisper" }).click();
    await expect
      .poll(() => backend.lastInput("externalEngines.confirm"))
      .toMatchObject({ engineId: "b" });
    await first.getByRole("button", { name: "Remove: Studio voices" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(backend.calledNames()).not.toContain("externalEngines.remove");
    await first.getByRole("button", { name: "Remove: Studio voices" }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await expect
      .poll(() => backend.lastInput("externalEngines.remove"))
      .toMatchObject({ engineId: "a" });

    backend.failCall("externalEngines.list", "unreachable");
    backend.changed("settings");
    const retry = section.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    backend.overrideCall("externalEngines.list", () => listOf());
    await retry.click();
    await section.getByText("No external engine yet.").waitFor();
    backend.restoreCall("externalEngines.list");
    backend.changed("settings");
    await section.getByText("hosted workspaces have no external engines").waitFor();
  });

  test("are added and changed; errors are shown at their fields, and keys are sent once", async () => {
    const saved: unknown[] = [];
    let isConfirmed = false;
    const { page, backend } = await open({
      at,
      overrides: {
        "externalEngines.list": () => listOf(service, command),
        "externalEngines.save": (input) => {
          saved.push(input);
          return { engineId: "c", isConfirmed };
        },
        "externalEngines.chooseExecutable": () => ({ file: "/opt/speech/say" }),
      },
    });
    const section = page.getByRole("region", { name: "External engines" });
    const dialog = page.getByRole("dialog");
    const save = dialog.getByRole("button", { name: "Save" });
    const invalidField = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"));

    await section.getByRole("button", { name: "Add external engine…" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("New");
    await dialog.getByRole("radio", { name: "HTTP service" }).click();
    await dialog.getByText("leaves this computer").waitFor();
    await dialog.getByLabel("Address").fill("http://speech.example");
    await save.click();
    await dialog.getByText("Must begin with https://").waitFor();
    expect(await invalidField()).toBe("true");
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel("Address").fill("https://speech.example/v1");
    await dialog.getByLabel("Model").fill("tts-1");
    await dialog.getByLabel("Key").fill("sk-secret");
    await dialog.getByLabel("Name in Dubyard").fill("Nova");
    await dialog.getByLabel("Name in the engine").fill("nova");
    await chooseLanguage(dialog, "en-us");
    await chooseLanguage(dialog, "de-de");

    // The service names the field of its error.
    const issue = { field: "task.voices[0].name", message: "voice-exists: Nova" };
    backend.failCall("externalEngines.save", "invalid-input", "", [issue]);
    await save.click();
    await dialog.getByText("Another voice has this name: Nova").waitFor();
    expect(await invalidField()).toBe("true");
    backend.overrideCall("externalEngines.save", (input) => {
      saved.push(input);
      return { engineId: "c", isConfirmed };
    });

    // Without the confirmation the dialog stays open, and the second attempt changes the stored
    // engine.
    await save.click();
    await dialog.getByRole("alert").getByText("it was not confirmed").waitFor();
    isConfirmed = true;
    await save.click();
    await dialog.waitFor({ state: "detached" });
    const input = {
      workspaceId: expect.any(String) as string,
      key: "sk-secret",
      settings: {
        ...service.settings,
        name: "New",
        task: {
          kind: "speech",
          voices: [
            { name: "Nova", gender: "female", languages: ["en-us", "de-de"], engineVoice: "nova" },
          ],
        },
      },
    };
    expect(saved).toEqual([
      { ...input, engineId: null },
      { ...input, engineId: "c" },
    ]);

    // A stored key is not shown. An empty field leaves it unchanged; it can be removed.
    await section.getByRole("button", { name: "Edit…: Studio voices" }).click();
    expect(await dialog.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect(saved.at(-1)).toMatchObject({ engineId: "a", key: null, settings: service.settings });
    await section.getByRole("button", { name: "Edit…: Studio voices" }).click();
    await dialog.getByRole("button", { name: "Remove key" }).click();
    await dialog.getByText("is deleted when you save").waitFor();
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect(saved.at(-1)).toMatchObject({ engineId: "a", key: "" });

    // A command: its executable is chosen in the dialog of the system.
    await section.getByRole("button", { name: "Edit…: Whisper" }).click();
    backend.overrideCall("externalEngines.save", () => {
      throw new AppError("path-not-approved", "whisper: choose it again");
    });
    await save.click();
    await dialog.getByText("was not chosen on this computer").waitFor();
    backend.overrideCall("externalEngines.save", (given) => {
      saved.push(given);
      return { engineId: "b", isConfirmed };
    });
    await dialog.getByRole("button", { name: "Choose…" }).click();
    await dialog.getByLabel("Arguments, one per line").fill("--json");
    await save.click();
    await dialog.getByText("Must contain {file}").waitFor();
    await dialog.getByLabel("Arguments, one per line").fill("--json\n{file}");
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect(saved.at(-1)).toMatchObject({
      settings: {
        connection: { kind: "command", file: "/opt/speech/say", args: ["--json", "{file}"] },
      },
    });
    expect(await page.content()).not.toContain("sk-secret");
  });
});
