/** The dubs of a batch in the window: progress, start and stop, and why they are not available. */
import { expect, test } from "vitest";
import type { Dub } from "../../preload/contract/dubs";
import { describeWindow } from "./window";

const at = "#/batch/home/ep4";
const announced = { extensions: ["dubs"], capabilities: { inference: true } };
const dub = (languageId: string, fields: Partial<Dub> = {}): Dub => ({
  languageId,
  state: "making",
  note: "",
  planned: 1200,
  made: 300,
  failed: 0,
  outdated: 0,
  secondsLeft: null,
  ...fields,
});

describeWindow("Dubs of a batch", (open) => {
  test("have progress, time left and the first failed line; a language can be stopped and started", async () => {
    const { page, backend } = await open({
      at,
      announced,
      overrides: {
        "dubs.ofBatch": () => ({
          dubs: [
            dub("fr-fr", { failed: 2, secondsLeft: 90, note: "line 7: has nothing to speak" }),
            dub("de-de", { state: "stopped", outdated: 900 }),
          ],
          takesPerSecond: 10,
          isPaused: false,
        }),
        "dubs.start": () => ({ count: 1 }),
        "dubs.stop": () => ({ count: 1 }),
      },
    });
    const languages = page.getByRole("region", { name: "Languages" });
    await languages.getByText("300 of 1,200 takes · 2 failed · 1 min 30 sec left").waitFor();
    await languages.getByText("line 7: has nothing to speak").waitFor();
    await languages.getByText("300 of 1,200 takes · 900 to be made").waitFor();
    await languages.getByRole("button", { name: /^Stop inference for French/ }).click();
    expect(backend.lastInput("dubs.stop")).toMatchObject({
      batchIds: ["ep4"],
      languageIds: ["fr-fr"],
    });
    await languages.getByRole("button", { name: /^Start inference for German/ }).click();
    expect(backend.lastInput("dubs.start")).toMatchObject({ languageIds: ["de-de"] });

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Start inference" }).click();
    await page.getByText("Inference started for 1 language").waitFor();
    expect(backend.lastInput("dubs.start")).toMatchObject({ languageIds: null });
  });

  test("are not offered by a service without them, and disabled in a workspace without an engine", async () => {
    const hosted = await open({ at });
    await hosted.page.getByRole("button", { name: "More actions" }).click();
    await hosted.page.getByRole("menuitem", { name: "Duplicate…" }).waitFor();
    expect(await hosted.page.getByRole("menuitem", { name: "Start inference" }).count()).toBe(0);

    const local = await open({ at, workspace: "local" });
    await local.page.getByRole("button", { name: "More actions" }).click();
    const start = local.page.getByRole("menuitem", { name: "Start inference" });
    await start.waitFor();
    expect(await start.getAttribute("aria-disabled")).toBe("true");
  });
});
