import path from "node:path";
import { expect, test } from "vitest";
import type { Database } from "../../main/common/database/database";
import type { Workspace } from "../../preload/model";
import { addOtherWorkspace, workspaceId } from "./test-backend";
import { someUploads } from "./upload-seed";
import { reviewLines, withReview } from "./review-material";
import { searchPalette } from "./palette";
import { describeWindow } from "./window";
import { long } from "../long";

const addLocal = (application: Database, files: string) =>
  addOtherWorkspace(application, "local", "This computer", path.join(files, "Dubyard"));

describeWindow("Window frame", (open) => {
  test("opens the overview of another workspace if the visible one is removed", async () => {
    const { page, backend } = await open({
      at: "#/project/home/team",
      seedApplication: (application) =>
        addOtherWorkspace(application, "south", "Südstadt Synchron"),
    });
    await page.getByRole("grid", { name: "Members" }).waitFor();
    await backend.handlers.workspaces.remove({ workspaceId });
    await page.getByRole("button", { name: "Workspace: Südstadt Synchron" }).waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/overview");
    const { input } = backend.called.findLast(({ name }) => name.startsWith("team."))!;
    expect(input).toMatchObject({ workspaceId });
  });

  test("names the hosts of what was begun on another computer, which continues once it is confirmed", async () => {
    const item = (id: string, hosts: string[]) => ({ id, name: "Episode", hosts });
    let held = [item("a", ["cdn.example", "files.example"]), item("b", ["cdn.example"])];
    const { page, backend } = await open({
      workspace: "local",
      overrides: {
        "workspaces.list": async (input, real) =>
          (await real(input)).map((workspace) => ({
            ...workspace,
            extensions: [...workspace.extensions, "confirmations"],
          })),
        "maintenance.held": () => held,
        "maintenance.confirmHeld": () => {
          held = [];
        },
      },
    });
    await page
      .getByText("Nothing is read from cdn.example and files.example before you continue.", {
        exact: false,
      })
      .waitFor();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByText("Nothing is read from").waitFor({ state: "detached" });
    expect(backend.lastInput("maintenance.confirmHeld")).toMatchObject({ ids: ["a", "b"] });
  });

  test("runs actions from the palette and from the native menu", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    await page.getByRole("grid").waitFor();
    await searchPalette(page, "go set");
    await page.getByRole("option", { name: "Go to Settings" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    backend.emit("menuChosen", { action: "go.media" });
    await page.getByRole("tree").waitFor();
    backend.emit("menuChosen", { action: "app.search" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Search media");
    backend.emit("menuChosen", { action: "app.shortcuts" });
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  test("reports available actions to the native menu, and shows why an unavailable one cannot run", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("Trailers").waitFor();
    const offeredActions = () =>
      (backend.lastInput("app.offerActions") as { actions: string[] }).actions;
    await expect.poll(offeredActions).toContain("app.refresh");
    expect(offeredActions()).toContain("projects.create");
    expect(offeredActions()).not.toContain("batches.create");
    backend.emit("menuChosen", { action: "batches.create" });
    await page
      .getByRole("list", { name: "Notifications" })
      .getByText(/project/)
      .waitFor();
    // An open dialog blocks actions of the native menu that are not its own.
    backend.emit("menuChosen", { action: "projects.create" });
    await page.getByRole("dialog", { name: "New project" }).waitFor();
    backend.emit("menuChosen", { action: "go.settings" });
    backend.emit("menuChosen", { action: "app.palette" });
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(await page.evaluate(() => location.hash)).toBe("#/projects");
  });

  test("sorts and refreshes a list from the palette, and undoes an action after its notification closed", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const list = page.getByRole("grid", { name: "Projects" });
    await list.getByText("Trailers").waitFor();
    const run = async (title: string) => {
      await searchPalette(page, title);
      await page.getByRole("option", { name: title }).first().waitFor();
      await page.keyboard.press("Enter");
      // An open dialog receives the keys.
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await run("Sort by Project, ascending");
    await expect.poll(() => backend.lastInput("projects.list")).toMatchObject({ sort: "name" });
    await page.keyboard.press("Control+r");
    await expect
      .poll(() => backend.lastInput("lists.refresh"))
      .toMatchObject({ list: { kind: "projects" } });
    await list.getByText("Trailers").click();
    await run("Archive");
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await undo.waitFor({ state: "detached" });
    await list.getByText("Trailers").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await list.getByText("Trailers").waitFor();
  });

  test("switches, renames and removes workspaces; the focus returns to the switcher", async () => {
    const { page, backend } = await open({ seedApplication: addLocal, uploads: someUploads() });
    const switcher = page.getByRole("button", { name: /^Workspace:/ });
    await switcher.click();
    await page.getByRole("menuitem", { name: "This computer · online" }).click();
    await page.getByRole("button", { name: "Workspace: This computer" }).waitFor();
    expect(backend.lastInput("app.showWorkspace")).toEqual({ workspaceId: "local" });
    await switcher.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Suite 3");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Workspace: Suite 3" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Suite 3");
    await switcher.click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await page.getByText(/Its projects and media stay on disk in .*\/Dubyard/).waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Workspace: Northlight Studio" }).waitFor();
  });

  test("shows that a local workspace is starting or on a full disk, and restarts one that failed", async () => {
    let status: Pick<Workspace, "state" | "problem"> | null = { state: "starting", problem: null };
    const { page, backend } = await open({
      workspace: "local",
      overrides: {
        "workspaces.list": async (input, real) =>
          (await real(input)).map((one) => ({ ...one, ...status })),
        "workspaces.reconnect": () => {
          status = null;
          backend.changed("workspaces");
        },
      },
    });
    await page.getByText("The local workspace is starting…").waitFor();
    const problem = { code: "local-service-failed", message: "exit 1" } as const;
    status = { state: "unreachable", problem };
    backend.changed("workspaces");
    await page.getByText("The local workspace could not be started").waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText("Running on this computer").waitFor();
    status = { state: "online", problem: { code: "disk-full", message: "the disk is full" } };
    backend.changed("workspaces");
    await page.getByText("The disk of this workspace is full.").waitFor();
  });

  test("stores settings and applies the theme immediately", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("radio", { name: "Dark" }).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset["theme"]))
      .toBe("dark");
    await page.getByLabel("Part size").selectOption({ label: "64 MiB" });
    await page.getByLabel("Bandwidth limit").fill("12.5");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => backend.lastInput("uploads.setSettings"))
      .toMatchObject({ partSize: 67_108_864, bandwidthLimit: 12_500_000 });
    await page.getByLabel("Bandwidth limit").fill("fast");
    await page.keyboard.press("Tab");
    await page.getByText("Enter a number above 0, or leave empty.").waitFor();
  });

  test("says whether Dubyard opens at login, and changes it", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByText("Only an installed Dubyard can be opened at login.").waitFor();
    let opensAtLogin = false;
    backend.overrideCall("app.state", async (input, real) => ({
      ...(await real(input)),
      opensAtLogin,
    }));
    backend.overrideCall("app.setOpensAtLogin", ({ isOn }) => void (opensAtLogin = isOn));
    backend.changed("app");
    const setting = page.getByRole("switch", { name: "Open at login" });
    await setting.waitFor();
    expect(await setting.isChecked()).toBe(false);
    await setting.focus();
    await page.keyboard.press("Space");
    await page.getByRole("switch", { name: "Open at login", checked: true }).waitFor();
    expect(opensAtLogin).toBe(true);
  });

  test("opens every screen by its key, and marks its link", async () => {
    const { page } = await open();
    const screens = [
      ["Control+1", "Overview"],
      ["Control+2", "Projects"],
      ["Control+3", "Media"],
      ["Control+4", "Uploads"],
      ["Control+5", "Outbox"],
      ["Control+6", "Voices"],
      ["Control+7", "Users"],
      ["Control+,", "Settings"],
    ] as const;
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    // The keys count down the sidebar.
    const links = await page.getByRole("navigation", { name: "Main" }).getByRole("link").all();
    const shown = await Promise.all(links.map((link) => link.innerText()));
    const names = screens.map(([, name]) => name);
    expect(shown.map((text) => names.find((name) => text.includes(name)))).toEqual(names);
    for (const [key, name] of screens) {
      await page.keyboard.press(key);
      await page
        .getByRole("navigation", { name: "Main" })
        .locator("a[aria-current=page]", { hasText: name })
        .waitFor();
    }
  });

  test("finds projects by name in the palette, and opens them", async () => {
    const { page, backend } = await open();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("pilger");
    await page.getByRole("option", { name: /^Die unwahrscheinliche Pilgerreise/ }).waitFor();
    expect(backend.lastInput("projects.list")).toMatchObject({ search: "pilger", limit: 6 });
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/project/audiobook/batches");
    // Every screen of the native menu can be opened.
    for (const action of ["go.users", "go.voices", "go.overview"]) {
      backend.emit("menuChosen", { action });
      await expect
        .poll(() => page.evaluate(() => location.hash))
        .toBe(`#/${action.replace("go.", "")}`);
    }
  });

  test("finds batches, lines of the open batch and settings in the palette; each command is there once, with its key", async () => {
    const { page, backend } = await open({
      workspace: "local",
      at: "#/batch/home/ep4",
      overrides: withReview(reviewLines()),
    });
    await page.getByRole("heading", { name: /^Ep 4/, level: 1 }).waitFor();
    // The native menu gets the table of all commands that can be run now.
    await page.keyboard.press("Control+k");
    const options = page.locator("[role=option]");
    const shown = () =>
      options.evaluateAll((all) => all.map((one) => one.getAttribute("data-action") ?? ""));
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(20);
    const ids = await shown();
    expect(new Set(ids).size).toBe(ids.length);
    const { actions = [] } = backend.lastInput("app.offerActions") as { actions?: string[] };
    expect(actions.filter((id) => !ids.includes(id))).toEqual([]);
    await page.locator("[data-action='app.copy-link'] kbd").first().waitFor();
    for (const [typed, name, hash] of [
      ["uberfahrt ep", /^Ep 5 · Überfahrt/, "#/batch/home/ep5"],
      ["proxy", /^Proxy.*Network/, "#/settings"],
    ] as const) {
      await page.keyboard.type(typed);
      await page.getByRole("option", { name }).first().click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe(hash);
      await page.keyboard.press("Control+k");
    }
    await page.keyboard.press("Escape");
    await page.evaluate(() => (location.hash = "#/batch/home/ep4"));
    await page.getByRole("heading", { name: /^Ep 4/, level: 1 }).waitFor();
    const { target } = reviewLines()[2]!;
    await searchPalette(page, target.slice(0, 20));
    await page.locator("[data-action^='line.jump']").first().click();
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toMatch(/^#\/review\/home\/ep4\?.*line=3$/);
  });

  test("opens the target of a notification or a link, also in another workspace", async () => {
    const { page, backend } = await open({ seedApplication: addLocal, uploads: someUploads() });
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    const route = { screen: "project", projectId: "home", tab: "casting" } as const;
    backend.emit("opened", { workspaceId: "local", route });
    await page.getByRole("button", { name: "Workspace: This computer" }).waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/project/home/casting");
    // The other workspace shows its last screen.
    await page.getByRole("button", { name: "Workspace: This computer" }).click();
    await page
      .getByRole("menuitem", { name: "Northlight Studio · online · 9 uploads open" })
      .click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/overview");
    backend.emit("opened", { workspaceId: "missing", route });
    await page.getByText("This link’s workspace does not exist on this computer").waitFor();
    const service = "https://api.example.com/v1";
    backend.emit("opened", { workspaceId: null, service, route });
    await page.getByText(`This link is for ${service}, but no workspace`).waitFor();
    // The reverse: copies a link to the current screen.
    await page.keyboard.press("Control+Shift+l");
    await page.getByText("Link copied", { exact: true }).waitFor();
    expect(backend.lastInput("app.linkTo")).toEqual({
      workspaceId,
      route: { screen: "overview" },
    });
  });

  test("shows a dialog for a secret that was not stored when the application quit", async () => {
    const { page, backend } = await open({
      hasSecret: false,
      isVaultPersistent: false,
      seedApplication: addLocal,
    });
    await page.getByText("The secret was not saved when Dubyard quit.").first().waitFor();
    await page.getByText("The secret is required").waitFor();
    expect(await page.getByText("refuses the credentials").count()).toBe(0);
    await page.getByRole("main").getByRole("button", { name: "Enter the secret…" }).click();
    const dialog = page.getByRole("dialog", { name: /^Enter the client secret of/ });
    expect(await dialog.getByLabel("Client ID").inputValue()).toBe(backend.service!.clientId);
    await dialog.getByLabel("Client secret").fill("very secret");
    await dialog.getByRole("button", { name: "Test and connect" }).click();
    await expect
      .poll(() => backend.lastInput("workspaces.replaceSecret"))
      .toMatchObject({ workspaceId, clientSecret: "very secret" });
  });

  test(
    "shows rejected credentials on every screen of that workspace, but not in other workspaces",
    long,
    async () => {
      const { page } = await open({
        seedApplication: addLocal,
        faults: [{ path: /./, fault: { kind: "respond", status: 401 }, times: Infinity }],
      });
      for (const key of ["Control+1", "Control+2", "Control+3", "Control+4", "Control+,"]) {
        await page.keyboard.press(key);
        await page.getByText("The service refuses the credentials of this workspace.").waitFor();
      }
      await page.keyboard.press("Control+1");
      // Cached data remains visible.
      await page.getByRole("link", { name: /^Ep 6/ }).waitFor();
      await page.getByText("The credentials are refused: showing cached data").waitFor();
      await page
        .getByRole("main")
        .getByRole("button", { name: "Replace credentials…" })
        .first()
        .click();
      await page.getByRole("dialog", { name: /Replace credentials/ }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Workspace: Northlight Studio" }).click();
      await page.getByRole("menuitem", { name: /^This computer · online/ }).click();
      await page.getByText("Running on this computer").waitFor();
      expect(await page.getByText("The service refuses the credentials").count()).toBe(0);
    },
  );

  test("shows since when the computer is offline, and the number of uploads that wait", async () => {
    const { page, backend } = await open({ uploads: someUploads() });
    await page.getByText("Online", { exact: true }).waitFor();
    backend.network.change(false);
    await page
      .getByText(/Offline since \d+:\d\d.[AP]M: showing cached data; 6 uploads continue when/)
      .waitFor();
    backend.network.change(true);
    await page.getByText("Online", { exact: true }).waitFor();
  });

  test("shows every screen's link above the upload indicator in a small window", async () => {
    const { page } = await open({ width: 600, height: 400, uploads: someUploads() });
    const indicator = page.getByRole("button", { name: /^Uploads: \d+%/ });
    await indicator.waitFor();
    const navigation = page.getByRole("navigation").first();
    const settings = await navigation.getByRole("link", { name: "Settings" }).boundingBox();
    const bottom = settings!.y + settings!.height;
    expect(bottom).toBeLessThan((await indicator.boundingBox())!.y);
    // The link is not clipped by the navigation either.
    const frame = await navigation.boundingBox();
    expect(bottom).toBeLessThanOrEqual(frame!.y + frame!.height);
  });

  test("is in German from the first frame", async () => {
    const { page } = await open({ language: "de", isOnline: false });
    await page.getByRole("heading", { name: "Übersicht", level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    await page.getByText("Stand: vor 3 Minuten").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("gehe med");
    await page.keyboard.press("Enter");
    await page.getByRole("tree", { name: "Ordner" }).waitFor();
  });

  test("shows the message and the remedy of a failed call", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    backend.failCall("uploads.setPaused", "disk-full");
    await page.getByRole("button", { name: "Pause all" }).click();
    await page.getByText("This computer’s disk is full. Free up space").waitFor();
  });
});
