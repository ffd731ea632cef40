import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addUser } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/users";

describeWindow("Users screen", (open) => {
  test("is read-only with a hosted service: searches and sorts", async () => {
    const { page, backend } = await open({ at });
    const list = page.getByRole("grid", { name: "Users" });
    await list.getByText("Mara Lindqvist").waitFor();
    await page.getByText("Users are managed at the service").waitFor();
    expect(await page.getByRole("button", { name: "New user…" }).count()).toBe(0);
    await list.getByText("Mara Lindqvist").click({ button: "right" });
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      expect.stringContaining("Copy e-mail"),
    ]);
    await page.keyboard.press("Escape");
    await list.getByRole("button", { name: "E-mail" }).click();
    await expect.poll(() => backend.lastInput("users.list")).toMatchObject({ sort: "email" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("tanaka");
    await expect.poll(() => list.getByRole("row").count()).toBe(2);
    await page.keyboard.type("x");
    await page.getByText("Nothing matches “tanakax”").waitFor();
  });

  test("creates and edits users by keyboard, and shows errors of the service below their fields", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await page.getByRole("grid", { name: "Users" }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByLabel("First name").waitFor();
    await page.keyboard.type("Noor");
    await page.keyboard.press("Enter");
    // The first invalid field has the focus.
    await expect
      .poll(() => dialog.getByLabel("Last name").evaluate((e) => e === document.activeElement))
      .toBe(true);
    await page.keyboard.type("Haddad");
    await page.keyboard.press("Tab");
    await page.keyboard.type("noor");
    await page.keyboard.press("Enter");
    await dialog.getByText("Not an e-mail address").waitFor();
    await page.keyboard.type("@studio.example");
    backend.failCall("users.create", "invalid-input", "", [
      { field: "email", message: "another user has this address" },
    ]);
    await page.keyboard.press("Enter");
    await dialog.getByText("another user has this address").waitFor();
    expect(await dialog.getByLabel("First name").inputValue()).toBe("Noor");
    backend.restoreCall("users.create");
    await page.keyboard.press("Enter");
    await page.getByText("“Noor Haddad” was created").waitFor();
    await dialog.waitFor({ state: "detached" });
    const list = page.getByRole("grid", { name: "Users" });
    await list.getByText("Noor Haddad").waitFor();
    await list.getByText("de La Rochefoucauld").click();
    await page.keyboard.press("F2");
    const edit = page.getByRole("dialog", { name: "Edit user" });
    expect(await edit.getByLabel("Last name").inputValue()).toBe("de La Rochefoucauld");
    await edit.getByLabel("First name").fill("J. B.");
    await page.keyboard.press("Enter");
    await list.getByText("J. B. de La Rochefoucauld").waitFor();
    await edit.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });

  test("preserves the fields of a form if the call fails", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await page.getByRole("button", { name: "New user…" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByLabel("First name").fill("Noor");
    await dialog.getByLabel("Last name").fill("Haddad");
    await dialog.getByLabel("E-mail").fill("noor@studio.example");
    backend.failCall("users.create", "unreachable");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await dialog.getByRole("alert").getByText("The service is not responding").waitFor();
    expect(await dialog.getByLabel("E-mail").inputValue()).toBe("noor@studio.example");
  });

  test("deletes users after a confirmation; failed deletions are listed with the message of the service", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    const list = page.getByRole("grid", { name: "Users" });
    await list.getByText("Aiko Tanaka").click();
    await page.keyboard.press("Delete");
    const confirmation = page.getByRole("alertdialog", { name: "Delete “Aiko Tanaka”?" });
    await confirmation.getByText("is removed from the workspace and every team").waitFor();
    await confirmation.getByRole("button", { name: "Delete user" }).click();
    await page.getByText("“Aiko Tanaka” was deleted").waitFor();
    await list.getByText("Aiko Tanaka").waitFor({ state: "detached" });
    await list.focus();
    await page.keyboard.press("Control+a");
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 3 users" }).click();
    const failed = page.getByRole("dialog", { name: "1 user could not be deleted" });
    await failed.getByText("Mara Lindqvist").waitFor();
    await failed.getByText(/is the only project-owner of project/).waitFor();
    await page.getByText("2 users deleted").waitFor();
    backend.change((service) => service.run("DELETE FROM team"));
    await failed.getByRole("button", { name: "Retry failed" }).click();
    await page.getByText("No users yet").waitFor();
    expect(backend.lastInput("users.delete")).toMatchObject({ userIds: ["u1"] });
  });

  test("disables actions while offline", long, async () => {
    const { page } = await open({
      at,
      isOnline: false,
      announced: { extensions: ["users"] },
    });
    await page.getByRole("grid", { name: "Users" }).getByText("Aiko Tanaka").waitFor();
    const create = page.getByRole("button", { name: "New user…" });
    expect(await create.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("n");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("shows 2,000 users, and one without a name", long, async () => {
    const { page } = await open({
      at,
      cacheAge: 0,
      seed(service) {
        service.run("DELETE FROM team");
        service.run("DELETE FROM assignments");
        service.run("DELETE FROM users");
        service.transaction(() => {
          for (let index = 0; index < 2_000; index++) {
            const email = `sam${index}@studio.example`;
            if (index === 0) addUser(service, ["u0", "", "", email]);
            else
              addUser(service, [
                `u${index}`,
                "Sam",
                `Doe ${String(index).padStart(5, "0")}`,
                email,
              ]);
          }
        });
      },
    });
    const list = page.getByRole("grid", { name: "Users" });
    await page.getByText("2,000 users").waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("Sam Doe 01999").waitFor();
    await list.getByText("sam0@studio.example").first().waitFor();
  });

  test("axe reports no violations", async () => {
    const { page } = await open({ at, workspace: "local" });
    await page.getByRole("grid", { name: "Users" }).getByText("Aiko Tanaka").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("F2");
    await page.getByRole("dialog").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
