/** The sample project on the screens of projects and batches. */
import { expect, test } from "vitest";
import type { Sample } from "../../preload/contract/samples";
import { axeViolations } from "./axe";
import type { Overrides } from "./overrides";
import { describeWindow } from "./window";

const sample: Sample = { projectId: "home", batchId: "ep3", languageIds: ["fr-fr", "es-es"] };
/** A local workspace that delivers; `present`: whether it has the sample. */
const withSample = (present: { sample: Sample | null }): Overrides => ({
  "workspaces.list": async (input, real) =>
    (await real(input)).map((workspace) => ({
      ...workspace,
      extensions: [...workspace.extensions, "review", "exports"],
    })),
  "samples.find": () => present.sample,
  "samples.add": () => (present.sample = sample),
  "samples.remove": () => {
    present.sample = null;
  },
});

describeWindow("Sample project", (open) => {
  test("is explained on its batch, and removed with one click", async () => {
    const overrides = withSample({ sample });
    const { page, backend } = await open({
      at: "#/batch/home/ep3",
      workspace: "local",
      overrides,
    });
    await page.getByText("This is the sample project.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The accented button of a finished batch is its review.
    const accented = page.locator("header").locator("button.primary");
    expect(await accented.allInnerTexts()).toEqual(["Review"]);
    await page.getByRole("button", { name: "Review French (France)" }).click();
    await page.waitForURL(/#\/review\/home\/ep3\?language=fr-fr$/);
    await page.goBack();
    await page.getByRole("button", { name: "Remove the sample project" }).click();
    await page.getByText("The sample project was removed").waitFor();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    expect(backend.lastInput("samples.remove")).toMatchObject({});
  });

  test("other batches have no explanation", async () => {
    const { page } = await open({
      at: "#/batch/home/ep4",
      workspace: "local",
      overrides: withSample({ sample }),
    });
    await page.getByRole("complementary", { name: "Details" }).waitFor();
    expect(await page.getByText("This is the sample project.").count()).toBe(0);
  });
});
