/** Screenshots of the external engines in the settings. */
import { expect, test } from "vitest";
import type { ExternalEngineEntry } from "../../preload/local-service/external-engines";
import { command, listOf, service } from "./external-engine-material";
import { describeWindow, type OpenOptions } from "./window";

const long: ExternalEngineEntry = {
  ...service,
  id: "c",
  hasKey: false,
  settings: {
    name: "Stimmen der Südstadt-Synchronisationsgesellschaft für Hörspiele, Dokumentationen und Serien",
    connection: {
      kind: "http",
      baseUrl: `https://${"sehr-langer-name-".repeat(5)}dienst.example/openai-compatible/v1`,
      model: "gpt-4o-mini-tts",
    },
    task: {
      kind: "speech",
      voices: ["Ada", "Bo", "Cleo", "Die außerordentlich lange Bezeichnung einer Stimme"].map(
        (name) => ({
          name,
          gender: "male",
          languages: ["en-us", "de-de", "fr-fr"],
          engineVoice: name,
        }),
      ),
    },
    deadlineSeconds: 3600,
  },
};
const local: ExternalEngineEntry = {
  ...service,
  id: "d",
  hasKey: false,
  settings: {
    ...service.settings,
    name: "مرحبا",
    connection: { kind: "http", baseUrl: "http://localhost:8880/v1", model: "kokoro" },
  },
};
const many: ExternalEngineEntry = {
  ...command,
  id: "e",
  isConfirmed: true,
  settings: {
    ...command.settings,
    name: "whisper.cpp",
    connection: {
      kind: "command",
      file: "/opt/whisper.cpp/build/bin/whisper-cli",
      args: [
        ..."--model /opt/whisper.cpp/models/ggml-large-v3.bin --language {languageCode} -f {file}".split(
          " ",
        ),
      ],
    },
    task: { kind: "transcription", languages: ["en-us", "de-de", "fr-fr", "es-es"] },
  },
};

const options: OpenOptions = {
  at: "#/settings",
  overrides: {
    "externalEngines.list": () => listOf(service, command, long, local, many),
    "externalEngines.test": ({ engineId }) => {
      if (engineId === "d")
        return {
          isSuccess: true,
          elapsedMs: 1_240,
          sound: { durationMs: 2_820, levelDb: -19.4, sampleRate: 24_000 },
          text: null,
        };
      return {
        isSuccess: false,
        problem: engineId === "e" ? "exit" : "rejected",
        message: "whisper.cpp: ended with code 3",
        detail: `error: failed to open /opt/whisper.cpp/models/${"ggml-large-v3-".repeat(12)}.bin`,
      };
    },
    "externalEngines.save": () => ({ engineId: "c", isConfirmed: false }),
  },
};

describeWindow("External engines", (open) => {
  for (const [name, more] of [
    ["light", { theme: "light" }],
    ["dark", { theme: "dark" }],
    ["narrow-de-dark", { theme: "dark", language: "de", width: 900, height: 600 }],
    ["small-de", { theme: "light", language: "de", width: 600, height: 500 }],
  ] as const)
    test(`the list and the dialog, ${name}`, async () => {
      const { page, screenshot } = await open({ ...options, ...more });
      const section = page.locator("[data-section=engine] section").last();
      const items = section.getByRole("listitem");
      await items.first().waitFor();
      await items.nth(3).getByRole("button").first().click();
      await items.nth(4).getByRole("button").first().click();
      await items.nth(4).getByText("code 3").waitFor();
      await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await screenshot(`external-${name}`);
      await section.evaluate((element) => element.scrollIntoView({ block: "end" }));
      await screenshot(`external-end-${name}`);

      const dialog = page.getByRole("dialog");
      const saveButton = dialog.getByRole("button").last();
      await section.getByRole("button").last().click();
      await saveButton.waitFor();
      await screenshot(`external-command-${name}`);
      await dialog.getByRole("radio").nth(3).click();
      await saveButton.click();
      await screenshot(`external-command-errors-${name}`);
      await dialog.getByRole("radio").nth(1).click();
      await screenshot(`external-http-errors-${name}`);
      await page.keyboard.press("Escape");
      await items.nth(2).getByRole("button").nth(1).click();
      await saveButton.waitFor();
      await screenshot(`external-http-${name}`);
      await dialog.getByRole("button", { name: /Add voice|Stimme hinzuf/ }).click();
      await screenshot(`external-voice-${name}`);
      await dialog.getByRole("combobox").last().click();
      await screenshot(`external-languages-${name}`);
      expect(await items.count()).toBe(5);
    });

  test("the states of the form", async () => {
    const { page, screenshot } = await open(options);
    const section = page.locator("[data-section=engine] section").last();
    const dialog = page.getByRole("dialog");
    await section.getByRole("button", { name: "Edit…: Studio voices" }).click();
    await screenshot("external-edit");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    await screenshot("external-not-confirmed");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await section.getByRole("button", { name: "Remove: Studio voices" }).click();
    await page.getByRole("alertdialog").waitFor();
    await screenshot("external-remove");
  });

  test("the empty list, an error, and a hosted workspace", async () => {
    const { page, backend, screenshot } = await open(options);
    const section = page.locator("[data-section=engine] section").last();
    const show = () => section.evaluate((element) => element.scrollIntoView({ block: "start" }));
    backend.overrideCall("externalEngines.list", () => listOf());
    backend.changed("settings");
    await section.getByText("No external engine yet").waitFor();
    await show();
    await screenshot("external-empty");
    backend.failCall("externalEngines.list", "unreachable");
    backend.changed("settings");
    await section.getByRole("status").waitFor();
    await show();
    await screenshot("external-failed");
    backend.restoreCall("externalEngines.list");
    backend.changed("settings");
    await section.getByText("hosted workspaces").waitFor();
    await show();
    await screenshot("external-hosted");
  });
});
