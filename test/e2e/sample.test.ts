/** The sample project, from the first start to its removal, in the application under Electron. */
import { test } from "vitest";
import { long } from "../long";
import { launch, temporaryFolder } from "./harness";
import { homeOf } from "./workspace";

test("a new user adds the sample, sees its lines dubbed, and removes it", long, async () => {
  const profile = temporaryFolder("profile");
  // Without installed programs, as on a new computer.
  const env = { ...homeOf(profile), DUBYARD_ENGINE: "own" };
  const dubyard = await launch({ profile, env });
  const { page } = dubyard;
  await page.getByRole("checkbox", { name: "With a sample project" }).check();
  await page.getByRole("button", { name: "Start here" }).click();
  await page.getByText("This is the sample project.").waitFor();
  await page
    .getByRole("button", { name: /^Review French \(France\)(: [\d,]+ to review)?$/ })
    .click();
  const lines = page.getByRole("grid", { name: "Lines" });
  await lines.getByText("Où étais-tu hier soir ?").waitFor();
  await page.getByText("12 to review").waitFor({ timeout: 120_000 });
  await page.goBack();
  await page.getByRole("button", { name: "Deliver…" }).first().click();
  await page.waitForURL(/#\/delivery\//);
  await page.goBack();
  await page.getByRole("button", { name: "Remove the sample project" }).click();
  await page.getByText("The sample project was removed").waitFor();
  await page.getByRole("button", { name: "Add the sample project" }).waitFor();
  await dubyard.app.close();
});
