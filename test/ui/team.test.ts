import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addUser, insert } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/project/home/team";
const members = (page: Page) => page.getByRole("grid", { name: "Members" });
const roleOf = (page: Page, name: string) =>
  members(page).getByRole("button", { name: new RegExp(`^Role of ${name}`) });

describeWindow("Team screen", (open) => {
  test("changes the role of a member, and undo restores the previous one", async () => {
    const { page, backend } = await open({ at });
    await roleOf(page, "Aiko Tanaka").click();
    const menu = page.getByRole("menu", { name: "Role" });
    expect(await menu.getByRole("menuitem", { name: "Editor" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await menu.getByRole("menuitem", { name: "Manager" }).click();
    await page.getByText("Aiko Tanaka is now manager").waitFor();
    await page.getByRole("button", { name: "Role of Aiko Tanaka: Manager" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Previous role restored").waitFor();
    expect(backend.lastInput("team.add")).toMatchObject({
      members: [{ userId: "u3", role: "project-editor" }],
    });
  });

  test("does not remove the last owner, and shows the reason", async () => {
    const { page, backend } = await open({ at });
    await members(page).getByText("Mara Lindqvist").click({ button: "right" });
    const remove = page.getByRole("menuitem", { name: "Remove" });
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    expect(await remove.getAttribute("title")).toContain("needs at least one owner");
    await page.keyboard.press("Escape");
    await members(page).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 selected").waitFor();
    const bulk = page.getByRole("toolbar");
    // With several owners, one of them can be removed.
    await bulk.getByRole("button", { name: "Make owner" }).click();
    await page.getByText("2 members now have the role owner").waitFor();
    await page.getByRole("button", { name: "Role of Aiko Tanaka: Owner" }).waitFor();
    await page.keyboard.press("Escape");
    await members(page).getByText("Mara Lindqvist").click();
    await page.keyboard.press("Delete");
    await page.getByText("Mara Lindqvist was removed from the team").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await members(page).getByText("Mara Lindqvist").waitFor();
    expect(backend.lastInput("team.add")).toMatchObject({
      members: [{ userId: "u1", role: "project-owner" }],
    });
  });

  test("adds several users by keyboard, and marks those that only get another role", async () => {
    const { page, backend } = await open({ at });
    await members(page).focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add members" });
    await dialog.getByRole("row", { name: /Rochefoucauld/ }).waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "Space", "ArrowDown", "ArrowDown", "Space"])
      await page.keyboard.press(key);
    await dialog.getByText("2 chosen").waitFor();

    const confirm = dialog.getByRole("button", { name: /^Add/ });
    expect(await confirm.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await dialog.getByText("1 new and 1 with another role").waitFor();
    await dialog.getByText("manager → editor").waitFor();
    // A search changes the visible rows, not the selection.
    await dialog.getByRole("textbox", { name: "Search users" }).fill("mara");
    await dialog.getByText("already owner").waitFor();
    await dialog.getByRole("button", { name: "Add 1 member, change 1 role", exact: true }).click();
    await page.getByText("1 member added, 1 member with another role").waitFor();
    expect(backend.lastInput("team.add")).toMatchObject({
      members: [
        { userId: "u4", role: "project-editor" },
        { userId: "u2", role: "project-editor" },
      ],
    });
    await members(page).getByText("de La Rochefoucauld").waitFor();
  });

  test("selects all search results, and preserves the selection in another search", async () => {
    const { page, backend } = await open({ at });
    await members(page).focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add members" });
    const search = dialog.getByRole("textbox", { name: "Search users" });
    await search.fill("jean");
    await expect.poll(() => dialog.getByRole("row").count()).toBe(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+a");
    await dialog.getByText("1 chosen").waitFor();
    await search.fill("");
    await dialog.getByRole("row", { name: /Mara/ }).waitFor();
    await expect.poll(() => dialog.getByRole("row", { selected: true }).count()).toBe(1);
    await dialog.getByText("1 chosen").waitFor();
    await dialog.getByRole("radio", { name: "Editor" }).check();
    await dialog.getByRole("button", { name: "Add 1 member" }).click();
    await page.getByText("1 member added").waitFor();
    expect(backend.lastInput("team.add")).toMatchObject({
      members: [{ userId: "u4", role: "project-editor" }],
    });
  });

  test("changes the other members if the only owner is selected as well, and reports it", async () => {
    const { page, backend } = await open({ at });
    await page.getByRole("textbox", { name: "Search members" }).fill("ma");
    await roleOf(page, "Aiko").waitFor({ state: "detached" });
    await members(page).focus();
    await page.keyboard.press("Control+a");
    await page.getByText("2 selected").waitFor();
    const bulk = page.getByRole("toolbar");
    await bulk.getByRole("button", { name: "Make editor" }).press("Enter");
    await page
      .getByText("Tomás Herrera is now editor. Mara Lindqvist remains an owner: a project needs")
      .waitFor();
    expect(backend.lastInput("team.add")).toMatchObject({
      members: [{ userId: "u2", role: "project-editor" }],
    });
    await bulk.getByRole("button", { name: "Remove" }).press("Enter");
    await page
      .getByText("Tomás Herrera was removed from the team. Mara Lindqvist remains an owner")
      .waitFor();
    expect(backend.lastInput("team.remove")).toMatchObject({ userIds: ["u2"] });
    await roleOf(page, "Mara Lindqvist: Owner").waitFor();
  });

  test("shows why none of the selected members can be changed", async () => {
    const { page, backend } = await open({ at });
    await members(page).getByText("Mara Lindqvist").click();
    await members(page)
      .getByText("Tomás Herrera")
      .click({ modifiers: ["Control"] });
    const bulk = page.getByRole("toolbar");
    // Members that already have the role are skipped; the others get it.
    await bulk.getByRole("button", { name: "Make owner" }).click();
    await page.getByText("Tomás Herrera is now owner").waitFor();
    const remove = bulk.getByRole("button", { name: "Remove" });
    await expect.poll(() => remove.getAttribute("aria-disabled")).toBe("true");
    const reason = "A project needs at least one owner. Make another member an owner first.";
    const description = remove.evaluate(
      (button) =>
        document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
    );
    expect(await description).toBe(reason);
    await remove.hover();
    await page.getByRole("tooltip").getByText(reason).waitFor();
    expect(backend.calledNames()).not.toContain("team.remove");
  });

  test("shows the message of the service in the dialog if the call is rejected", async () => {
    const { page, backend } = await open({ at });
    await page.getByRole("button", { name: "Add members…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Jean-Baptiste").click();
    await dialog.getByRole("radio", { name: "Owner" }).check();
    backend.failCall("team.add", "invalid-input", 'there is no user "u4"');
    await dialog.getByRole("button", { name: "Add 1 member" }).click();
    await dialog.getByText('there is no user "u4"').waitFor();
    await dialog.getByText("1 new").waitFor();
  });

  test(
    "shows unknown roles, an empty team and 2,000 members; disables actions while offline",
    long,
    async () => {
      const unknownRole = await open({
        at,
        seed: (service) =>
          service.run("UPDATE team SET role = 'vendor-reviewer' WHERE user_id = 'u3'"),
      });
      await unknownRole.page
        .getByRole("button", { name: "Role of Aiko Tanaka: vendor-reviewer" })
        .waitFor();
      await members(unknownRole.page).getByText("Aiko Tanaka").click();
      await unknownRole.page.keyboard.press("Delete");
      await unknownRole.page.getByRole("button", { name: "Undo" }).click();
      await unknownRole.page
        .getByText("Aiko Tanaka had a role that Dubyard cannot assign.")
        .waitFor();
      const empty = await open({ at, seed: (service) => service.run("DELETE FROM team") });
      await empty.page.getByText("No members yet").waitFor();
      const offline = await open({
        at,
        isOnline: false,
      });
      await members(offline.page).getByText("Aiko Tanaka").waitFor();
      const add = offline.page.getByRole("button", { name: "Add members…" });
      expect(await add.getAttribute("aria-disabled")).toBe("true");
      const { page } = await open({
        at,
        width: 900,
        height: 600,
        cacheAge: 0,
        seed(service) {
          service.run("DELETE FROM team");
          service.transaction(() => {
            for (let index = 0; index < 2_000; index++) {
              const id = `m${index}`;
              const lastName = `de la Très-Longue-Maison ${String(index).padStart(5, "0")}`;
              const email = `sam.with.a.very.long.address.${index}@post-production.studio.example`;
              addUser(service, [id, "Sam", lastName, email]);
              const role = index === 0 ? "project-owner" : "project-editor";
              insert(service, "team", { project_id: "home", user_id: id, role });
            }
          });
        },
      });
      await members(page).getByText("00000").waitFor();
      await members(page).focus();
      await page.keyboard.press("End");
      await members(page).getByText("01999").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
    },
  );

  test("axe reports no violations", async () => {
    const { page } = await open({ at });
    await members(page).getByText("Aiko Tanaka").click();
    expect(await axeViolations(page)).toEqual([]);
    await roleOf(page, "Aiko Tanaka").click();
    await page.getByRole("menu").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add members…" }).click();
    await page.getByRole("dialog").getByText("Jean-Baptiste").click();
    expect(await axeViolations(page)).toEqual([]);
  });
});
