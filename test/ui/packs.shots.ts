/** Screenshots of the packs in the settings. */
import { expect, test } from "vitest";
import { manyPacks, packOf, withPacks } from "./pack-material";
import { describeWindow } from "./window";

describeWindow("Packs of local workspaces", (open) => {
  for (const [name, options] of [
    ["packs-light", { theme: "light" }],
    ["packs-dark", { theme: "dark" }],
    ["packs-narrow-de-dark", { theme: "dark", language: "de", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({
        at: "#/settings",
        workspace: "local",
        overrides: withPacks(manyPacks),
        ...options,
      });
      const section = page.locator("[data-section=engine]");
      await section.scrollIntoViewIfNeeded();
      await section.getByRole("listitem").first().waitFor();
      await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await screenshot(name);
      expect(await section.getByRole("button").count()).toBeGreaterThan(4);
      await section.getByRole("listitem").first().getByRole("button").first().click();
      await page.getByRole("alertdialog").waitFor();
      await screenshot(`${name}-confirmation`);
    });

  test("packs-states", async () => {
    const { page, backend, screenshot } = await open({
      at: "#/settings",
      workspace: "local",
      width: 700,
      height: 700,
      overrides: withPacks(() => [
        packOf("long", {
          name: "Vocoder-without-any-space-in-its-name-".repeat(5),
          publisher: "Institute for a Rather Long Name of a Publisher of Models",
          problem: { code: "hash", message: `hash of ${"0123456789abcdef".repeat(6)}` },
        }),
        packOf("damaged", { state: "damaged", kind: "transcription" }),
        packOf("unusable", { state: "damaged", kind: "speakers", isUsable: false }),
        packOf("waiting", { state: "waiting", kind: "voice-activity" }),
      ]),
    });
    const section = page.locator("[data-section=engine]");
    await section.getByRole("listitem").first().waitFor();
    await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await screenshot("packs-states");
    backend.failCall("packs.list", "unreachable");
    backend.changed("workspaces");
    await section.getByRole("button", { name: "Retry" }).waitFor();
    await screenshot("packs-error");
    expect(await section.getByRole("listitem").count()).toBeGreaterThan(3);
  });
});
