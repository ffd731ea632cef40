/** Users of a workspace, the team of a project, and assignments to the languages of a batch. */
import { expect } from "vitest";
import { uploadScript } from "../../helpers/local-workspace";
import { longStory } from "./story";
import {
  createProject,
  goTo,
  goToTab,
  localService,
  selectOptions,
  disabledReason,
  startLocalWorkspace,
  expectToast,
} from "./user-actions";

const people = [
  ["Ingrid", "Solberg", "ingrid@studio.example"],
  ["Mateo", "Álvarez", "mateo@studio.example"],
  ["Zoë", "van Dijk", "zoe@studio.example"],
] as const;

longStory("manages a team of an owner, a manager and an editor", async (app) => {
  const { page } = app;
  await startLocalWorkspace(app);

  await goTo(page, "Users");
  await page.getByText("No users yet").waitFor();
  for (const [firstName, lastName, email] of people) {
    await page.getByRole("button", { name: "New user…" }).first().click();
    const form = page.getByRole("dialog", { name: "New user" });
    await form.getByRole("textbox", { name: "First name" }).fill(firstName);
    await form.getByRole("textbox", { name: "Last name" }).fill(lastName);
    await form.getByRole("textbox", { name: "E-mail" }).fill(email);
    await form.getByRole("button", { name: "Create user" }).click();
    await expectToast(page, `“${firstName} ${lastName}” was created`);
    await page.getByRole("grid", { name: "Users" }).getByText(email).waitFor();
  }

  await createProject(page, {
    name: "Audio guide",
    type: "Audio production",
    targets: ["German", "Italian"],
  });
  await goToTab(page, "Team");
  await page.getByText("No members yet").waitFor();
  const members = page.getByRole("grid", { name: "Members" });
  for (const [name, role] of [
    ["Ingrid Solberg", "Owner"],
    ["Mateo Álvarez", "Manager"],
    ["Zoë van Dijk", "Editor"],
  ] as const) {
    await page.getByRole("button", { name: "Add members…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add members" });
    await dialog.getByRole("grid", { name: "Users of the workspace" }).getByText(name).click();
    await dialog.getByRole("radio", { name: role }).check();
    await dialog.getByRole("button", { name: "Add 1 member" }).click();
    await dialog.waitFor({ state: "detached" });
    await members.getByRole("button", { name: `Role of ${name}: ${role}` }).waitFor();
  }

  // The only owner cannot be removed, and the reason is shown.
  await members.getByText("Ingrid Solberg").click({ button: "right" });
  const remove = page.getByRole("menuitem", { name: "Remove" });
  expect(await disabledReason(remove)).toContain("needs at least one owner");
  await page.keyboard.press("Escape");
  await members.getByRole("button", { name: /^Role of Ingrid Solberg/ }).click();
  const manager = page.getByRole("menu", { name: "Role" }).getByRole("menuitem", {
    name: "Manager",
  });
  expect(await disabledReason(manager)).toContain("needs at least one owner");
  await page.keyboard.press("Escape");
  // The dialog does not allow it either.
  await page.getByRole("button", { name: "Add members…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add members" });
  await dialog.getByRole("grid").getByText("Ingrid Solberg").click();
  await dialog.getByRole("radio", { name: "Editor" }).check();
  await dialog.getByRole("paragraph").getByText("needs at least one owner").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // With another owner, the first one can be removed and added again.
  await members.getByRole("button", { name: /^Role of Mateo/ }).click();
  await page.getByRole("menuitem", { name: "Owner" }).click();
  await members.getByRole("button", { name: "Role of Mateo Álvarez: Owner" }).waitFor();
  await members.getByText("Ingrid Solberg").click();
  await page.keyboard.press("Delete");
  await expectToast(page, "Ingrid Solberg was removed from the team");
  await members.getByText("Ingrid Solberg").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await members.getByRole("button", { name: "Role of Ingrid Solberg: Owner" }).waitFor();

  // A language is assigned to the editor.
  const scriptUrl = await uploadScript(
    await localService(app),
    "guide.csv",
    "Character,Text_DE-DE,Text_IT-IT\nGuide,Willkommen,Benvenuti\n",
  );
  await goToTab(page, "Batches");
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill("Room 1");
  await form.getByRole("textbox", { name: "Script", exact: true }).fill(scriptUrl);
  await page.getByRole("button", { name: "Create batch" }).click();
  await page.getByRole("heading", { name: "Room 1", level: 1 }).waitFor();
  const languages = page.getByRole("region", { name: "Languages" });
  const italian = languages.getByRole("row", { name: /Italian/ });
  await italian.getByText("Nobody").waitFor();
  await page.getByRole("button", { name: "Assign members to Italian" }).click();
  const assign = page.getByRole("dialog", { name: "Assign members to “Room 1”" });
  await assign.getByRole("button", { name: "Remove: Italian" }).waitFor();
  await selectOptions(page, "Members", "Zoë van Dijk");
  await assign.getByRole("button", { name: "Assign", exact: true }).click();
  await expectToast(page, "1 member assigned to 1 language");
  await assign.waitFor({ state: "detached" });
  await italian.getByText("Zoë van Dijk").waitFor();
  await languages
    .getByRole("row", { name: /German/ })
    .getByText("Nobody")
    .waitFor();
  // The same assignment again changes nothing.
  await page.getByRole("button", { name: "Assign members to Italian" }).click();
  await selectOptions(page, "Members", "Zoë van Dijk");
  const again = assign.getByRole("button", { name: "Assign", exact: true });
  expect(await disabledReason(again)).toBe("Already assigned to these languages.");
});
