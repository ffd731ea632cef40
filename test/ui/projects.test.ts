import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addProject } from "./seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow } from "./window";
import { long } from "../long";

/** The ids of the service's projects with a status (a LIKE pattern). */
const projectIds = (backend: WindowBackend, status: string): string[] =>
  backend.change((service) => {
    const sql = "SELECT id FROM projects WHERE status LIKE ? AND status <> 'removed'";
    return service.all<{ id: string }>(sql, status).map(({ id }) => id);
  });
const longName = "Die unwahrscheinliche Pilgerreise des Harold Fry: ungekürzte Hörbuchfassung";

describeWindow("Projects screen", (open) => {
  test("filters, sorts and searches projects, and opens one by keyboard", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("Trailers").waitFor();
    expect(await list.getByRole("row").count()).toBe(4);
    await list.getByText("Line dubbing").waitFor();
    await page.getByRole("button", { name: "Project", exact: true }).click();
    await expect.poll(() => backend.lastInput("projects.list")).toMatchObject({ sort: "name" });
    await page.getByRole("radio", { name: "Archived 1" }).click();
    await list.getByText("Pilot 2024").waitFor();
    await page.getByRole("radio", { name: "Active 3" }).click();
    await page.getByLabel("Type").selectOption({ label: "Audio production" });
    await list.getByText("Trailers").waitFor({ state: "detached" });
    await list.getByText(longName).waitFor();
    await page.getByLabel("Type").selectOption({ label: "Line dubbing" });
    await list.getByText("Trailers").waitFor();
    await page.getByLabel("Type").selectOption({ label: "All types" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("nothing like it");
    await page.getByText("Nothing matches “nothing like it”").waitFor();
    await page.keyboard.press("Escape");
    await list.getByText("Trailers").waitFor();
    await page.keyboard.type("long way");
    await list.getByText("Trailers").waitFor({ state: "detached" });
    await list.getByText("The Long Way Home").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "The Long Way Home · season 2" }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/project/home/batches");
    await page.goBack();
    await list.getByText("Trailers").waitFor();
  });

  test("shows how many lines of each project are approved, where lines are reviewed", async () => {
    const language = {
      project: "The Long Way Home",
      projectId: "home",
      next: null,
      takesMs: 0,
      approvedMs: 0,
    };
    const { page } = await open({
      at: "#/projects",
      overrides: {
        "review.progress": () => ({
          languages: [
            { ...language, languageId: "fr-fr", lines: 40, states: { approved: 3, ready: 37 } },
            { ...language, languageId: "es-es", lines: 40, states: { approved: 17, stale: 23 } },
            // No line was read yet.
            { ...language, projectId: "trailers", languageId: "es-es", lines: 0, states: {} },
          ],
        }),
      },
    });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByRole("columnheader", { name: "Approved" }).waitFor();
    const row = list.getByRole("row").filter({ hasText: "The Long Way Home" });
    await row.getByText("25%").waitFor();
    await row.getByText("20 of 80 lines approved").waitFor();
    expect(await list.getByText("lines approved").count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("restores the stored filter and sort order, and ignores invalid values", async () => {
    const { page, backend } = await open({
      at: "#/projects",
      preferences: { views: { projects: '{"isArchived":true,"sort":"-name"}' } },
    });
    await page.getByRole("grid").getByText("Pilot 2024").waitFor();
    expect(backend.lastInput("projects.list")).toMatchObject({ isArchived: true, sort: "-name" });
    const other = await open({
      at: "#/projects",
      preferences: { views: { projects: '{"isArchived":"yes","sort":"-size","colour":"red"}' } },
    });
    await other.page.getByRole("grid").getByText("Trailers").waitFor();
    const defaults = { isArchived: false, sort: "-updated" };
    expect(other.backend.lastInput("projects.list")).toMatchObject(defaults);
  });

  test("renames a project, with Undo; shows the error of a rejected name", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("Trailers").click();
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: "Rename project" });
    await dialog.getByLabel("Name").fill("  ");
    await dialog.getByText("Required").waitFor();
    await dialog.getByLabel("Name").fill("Teasers");
    await page.keyboard.press("Enter");
    await page.getByText("Project renamed to “Teasers”").waitFor();
    await list.getByText("Teasers").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await page.getByRole("button", { name: "Undo" }).click();
    await list.getByText("Trailers").waitFor();
    backend.failCall("projects.rename", "invalid-input", "", [
      { field: "name", message: "A project of this name exists" },
    ]);
    await list.getByText("Trailers").click();
    await page.keyboard.press("F2");
    await dialog.getByLabel("Name").fill("Pilot 2024");
    await page.keyboard.press("Enter");
    await dialog.getByText("A project of this name exists").waitFor();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Pilot 2024");
  });

  test("archives several projects, with Undo", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("Trailers").click();
    await page.keyboard.press("Control+a");
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("3 projects archived").waitFor();
    await page.getByText("No active projects").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await list.getByText("Trailers").waitFor();
    await expect.poll(() => projectIds(backend, "active").length).toBe(3);
    await list.getByText("Trailers").click();
    await list.getByText("The Long Way").click({ modifiers: ["Control"] });
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    // Projects that are no longer in the list are not selected.
    await page.getByText("2 projects archived").waitFor();
    await page.getByText("2 selected").waitFor({ state: "detached" });
  });

  test("deletes a project after its name was typed, several after their number was typed", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("The Long Way Home").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const one = page.getByRole("dialog", { name: "Delete “The Long Way Home · season 2”?" });
    await one.getByText("The project with 5 batches, characters and casting").waitFor();
    const button = one.getByRole("button", { name: "Delete project" });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await one.getByRole("textbox").fill("the long way");
    await page.keyboard.press("Enter");
    await one.getByText("Type it exactly as shown.").waitFor();
    expect(backend.calledNames()).not.toContain("projects.delete");
    await one.getByRole("textbox").fill("The Long Way Home · season 2");
    await button.click();
    await page.getByText("“The Long Way Home · season 2” was deleted").waitFor();
    await list.getByText("The Long Way Home").waitFor({ state: "detached" });
    await list.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    const several = page.getByRole("dialog", { name: "Delete 2 projects?" });
    await several.getByLabel("Type “2 projects” to confirm").fill("2 projects");
    await page.keyboard.press("Enter");
    await page.getByText("2 projects deleted").waitFor();
    expect(projectIds(backend, "%")).toEqual(["old"]);
  });

  test("shows which project could not be deleted", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    backend.failCall("projects.delete", "service-error", "HTTP 500");
    await page.getByRole("grid").getByText("Trailers").click();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("textbox").fill("Trailers");
    await page.keyboard.press("Enter");
    await page.getByText(/Trailers: .*HTTP 500/).waitFor();
    expect(projectIds(backend, "%")).toHaveLength(4);
  });

  test("creates a project by keyboard only and opens it", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    await page.getByRole("grid").getByText("Trailers").waitFor();
    await page.keyboard.press("Control+n");
    const dialog = page.getByRole("dialog", { name: "New project" });
    await dialog.getByLabel("Name").waitFor();
    // The only model is preselected; the other fields are empty.
    await expect.poll(() => dialog.getByLabel("Model").inputValue()).toBe("local-basic");
    await page.keyboard.press("Enter");
    await dialog.getByText("Required").first().waitFor();
    expect(await dialog.getByText("Required").count()).toBe(3);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid")))
      .toBe("true");
    await page.keyboard.type("Harbour Nights");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await dialog.getByRole("radio", { name: /Media dubbing/, checked: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await dialog.getByText("Required").count()).toBe(2);
    await page.keyboard.type("eng kingdom");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => dialog.getByRole("combobox", { name: "Source language" }).inputValue())
      .toBe("English (United Kingdom)");
    await page.keyboard.press("Tab");
    await page.keyboard.type("fren");
    await page.keyboard.press("Enter");
    await page.keyboard.type("de-de");
    await page.keyboard.press("Enter");
    await page.keyboard.type("jap");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Backspace");
    // Escape closes the list of languages, not the dialog.
    await page.keyboard.type("spa");
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Remove: German (Germany)" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Harbour Nights" }).waitFor();
    expect(backend.lastInput("projects.create")).toEqual({
      workspaceId: "northlight",
      name: "Harbour Nights",
      type: "media-dubbing",
      model: "local-basic",
      sourceLanguage: "en-gb",
      targetLanguages: ["fr-fr", "de-de"],
    });
  });

  test("preserves the fields of a closed dialog, and marks fields that the service rejects", async () => {
    const { page, backend } = await open({
      at: "#/projects",
      overrides: {
        "catalogue.models": async (input, real) => ({
          ...(await real(input)),
          models: [
            { id: "studio-1", description: "" },
            { id: "studio-2", description: "Slower" },
          ],
        }),
      },
    });
    await page.getByRole("button", { name: "New project…" }).click();
    const dialog = page.getByRole("dialog", { name: "New project" });
    await dialog.getByLabel("Name").fill("Audio guide");
    expect(await dialog.getByLabel("Model").inputValue()).toBe("");
    await dialog.getByRole("radio", { name: /Audio production/ }).check();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New project…" }).click();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Audio guide");
    await dialog.getByLabel("Model").selectOption("studio-2");
    await dialog.getByRole("combobox", { name: "Target languages" }).click();
    await page.getByRole("option", { name: "German (Germany)" }).click();
    backend.failCall("projects.create", "invalid-input", "", [
      { field: "targetLanguages[0]", message: "not-a-language" },
      { field: "model", message: "Not licensed" },
    ]);
    await dialog.getByRole("button", { name: "Create project" }).click();
    await dialog.getByText("Not a language of the service").waitFor();
    await dialog.getByText("Not licensed").waitFor();
    await dialog.getByLabel("Model").selectOption("studio-1");
    await dialog.getByText("Not licensed").waitFor({ state: "detached" });
    backend.failCall("projects.create", "service-error", "HTTP 500");
    await dialog.getByRole("button", { name: "Create project" }).click();
    await dialog.getByText("The service reported an error: HTTP 500").waitFor();
    // The models of the test do not exist in the service.
    backend.overrideCall("projects.create", (input, real) =>
      real({ ...input, model: "local-basic" }),
    );
    await dialog.getByRole("button", { name: "Create project" }).click();
    await page.getByRole("heading", { name: "Audio guide" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "New project…" }).click();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("");
    expect(backend.lastInput("projects.create")).toMatchObject({ sourceLanguage: null });
  });

  test(
    "shows an empty list, stale data and a list that was never synced; disables actions while offline",
    long,
    async () => {
      const none = await open({
        at: "#/projects",
        seed: (service) => service.run("DELETE FROM projects"),
      });
      await none.page.getByText("No projects yet").waitFor();
      await none.page.getByRole("button", { name: "New project…" }).last().click();
      await none.page.getByRole("dialog", { name: "New project" }).waitFor();
      const offline = {
        at: "#/projects",
        isOnline: false,
      };
      const stale = await open({ ...offline, cacheAge: 120 });
      await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
      await stale.page.getByRole("grid").getByText("Trailers").click();
      await stale.page.keyboard.press("Delete");
      expect(await stale.page.getByRole("dialog").count()).toBe(0);
      const create = stale.page.getByRole("button", { name: "New project…" });
      expect(await create.getAttribute("aria-disabled")).toBe("true");
      const never = await open({ ...offline, cacheAge: null });
      await never.page.getByText("Not available offline").waitFor();
    },
  );

  test("shows 2,000 projects, and unknown types unchanged", long, async () => {
    const { page, backend } = await open({
      at: "#/projects",
      cacheAge: 0,
      preferences: { views: { projects: '{"sort":"name"}' } },
      seed(service) {
        service.run("DELETE FROM projects");
        service.transaction(() => {
          for (let at = 0; at < 2_000; at++)
            addProject(service, {
              id: `p${at}`,
              name: `Project ${String(at).padStart(5, "0")}`,
              languages: [],
            });
        });
      },
      seedApplication: (application) =>
        application.run(
          `UPDATE list_items SET body = json_set(body, '$.type', 'hologram', '$.status', 'FROZEN') WHERE id = 'p0'`,
        ),
    });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("hologram").waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("Project 01999").waitFor();
    expect(await list.getByRole("row").count()).toBeLessThan(50);
    await page.keyboard.press("Control+a");
    await page.getByText("2,000 selected").waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("2,000 projects archived").waitFor();
    expect(projectIds(backend, "active")).toEqual([]);
  });
});

describeWindow("Project screen", (open) => {
  test("shows name and type of the project, and opens its pages by mouse and keyboard", async () => {
    const { page, backend } = await open({ at: "#/project/home/batches" });
    await page.getByRole("heading", { name: "The Long Way Home · season 2" }).waitFor();
    await page.getByText("Media dubbing").waitFor();
    const tabs = page.getByRole("navigation", { name: "Pages of the project" });
    await tabs.getByRole("link", { name: "Batches 5" }).waitFor();
    await tabs.getByRole("link", { name: "Casting 2 without a voice" }).click();
    expect(await page.evaluate(() => location.hash)).toBe("#/project/home/casting");
    expect(await tabs.getByRole("link", { name: "Casting" }).getAttribute("aria-current")).toBe(
      "page",
    );
    await page.keyboard.press("Alt+4");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/project/home/team");
    await page.keyboard.press("Alt+1");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/project/home/batches");
    expect(backend.lastInput("lists.show")).toMatchObject({
      lists: expect.arrayContaining([{ kind: "batches", projectId: "home" }]) as [],
    });
    await page.getByRole("navigation", { name: "Path" }).getByRole("link").click();
    await page.getByRole("heading", { name: "Projects" }).waitFor();
  });

  test("renames, archives and deletes the project from the menu", async () => {
    const { page } = await open({ at: "#/project/trailers/batches" });
    const menu = page.getByRole("banner").or(page.locator("header")).first();
    await menu.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Teasers");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Teasers" }).waitFor();
    await menu.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Archive", exact: true }).click();
    await page.getByText("This project is archived.").waitFor();
    await page.getByRole("button", { name: "Unarchive" }).click();
    await page.getByText("This project is archived.").waitFor({ state: "detached" });
    await menu.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Teasers");
    await page.getByRole("button", { name: "Delete project" }).click();
    await page.getByRole("heading", { name: "Projects" }).waitFor();
  });

  test(
    "restores the New project dialog after a reload; does not navigate after the user left the screen",
    long,
    async () => {
      const { page, backend } = await open({ at: "#/projects" });
      const forms = () =>
        backend.change((_service, application) =>
          application.all<{ text: string }>("SELECT text FROM forms").map(({ text }) => text),
        );
      await page.getByRole("button", { name: "New project…" }).click();
      const field = page.getByRole("dialog").getByLabel("Name");
      await field.fill("Winter");
      await expect.poll(() => forms().join()).toContain("Winter");
      await page.reload();
      await page.getByRole("button", { name: "New project…" }).click();
      await expect.poll(() => field.inputValue()).toBe("Winter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: /Audio production/ }).check();
      await dialog.getByRole("combobox", { name: "Target languages" }).click();
      await page.getByRole("option", { name: "German (Germany)" }).click();
      const unblock = backend.blockCall("projects.create");
      await dialog.getByRole("button", { name: "Create project" }).click();
      await expect.poll(() => backend.calledNames()).toContain("projects.create");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.evaluate(() => (location.hash = "#/voices"));
      unblock();
      await page.getByText("“Winter” was created").waitFor();
      expect(await page.evaluate(() => location.hash)).toBe("#/voices");
      await expect.poll(forms).toEqual([]);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("heading", { name: "Winter" }).waitFor();
    },
  );

  test("shows a link back if the project no longer exists, and Retry if the call fails", async () => {
    const { page, backend } = await open({ at: "#/project/home/batches" });
    await page.getByRole("heading", { name: "The Long Way Home · season 2" }).waitFor();
    backend.change((service) => service.run("DELETE FROM projects WHERE id = 'home'"));
    await backend.syncList({ kind: "projects" });
    await page.getByText("This project no longer exists").waitFor();
    await page.getByRole("button", { name: "Back to projects" }).click();
    await page.getByRole("grid", { name: "Projects" }).waitFor();
    backend.failCall("projects.get", "unreachable");
    await page.evaluate(() => (location.hash = "#/project/trailers/batches"));
    await page.getByText("The project could not be read").waitFor();
    backend.restoreCall("projects.get");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Trailers" }).waitFor();
  });
});
