/** Pictures of casting, glossary, team, languages, voices and users under test/output. */
import { expect, test } from "vitest";
import { hostedWorkspace } from "./fake-data";
import { describeWindow } from "./harness";

const local = () => [
  hostedWorkspace({
    name: "This computer",
    kind: "local",
    extensions: ["users", "glossary", "characters"],
  }),
];

describeWindow("pictures of people", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`voices, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/voices" });
      await page.getByRole("grid", { name: "Voices" }).getByText("Jonas").click();
      await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
      await page.getByText("Jonas").click();
      await screenshot(`voices-${theme}`);
      expect(await page.getByRole("row").count()).toBeGreaterThan(2);
    });
    test(`users, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/users", workspaces: local() });
      await page.getByRole("grid", { name: "Users" }).getByText("Aiko Tanaka").click();
      await screenshot(`users-${theme}`);
      await page.keyboard.press("F2");
      await page.getByRole("dialog").getByLabel("E-mail").fill("aiko");
      await page.keyboard.press("Enter");
      await page.getByText("Not an e-mail address").waitFor();
      await screenshot(`users-edit-${theme}`);
    });
  }
  test("voices and users, narrow", async () => {
    const narrow = { width: 900, height: 600 };
    const voices = await open({ ...narrow, at: "#/voices" });
    await voices.page.getByRole("grid", { name: "Voices" }).getByText("Jonas").click();
    await voices.screenshot("voices-narrow");
    const users = await open({ ...narrow, at: "#/users" });
    await users.page.getByRole("grid", { name: "Users" }).waitFor();
    await users.screenshot("users-narrow");
    const empty = await open({ at: "#/users", lists: { users: [] } });
    await empty.page.getByText("No users yet").waitFor();
    await empty.screenshot("users-empty");
  });
});
