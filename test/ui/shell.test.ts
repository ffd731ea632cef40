import { expect, test } from "vitest";
import { hostedWorkspace } from "./fake-data";
import { describeWindow } from "./harness";

const local = hostedWorkspace({
  id: "local",
  name: "This computer",
  kind: "local",
  baseUrl: "",
  dataDir: "/home/sam/Dubyard",
});

describeWindow("shell", (open) => {
  test("runs actions from the palette and from the native menu", async () => {
    const { page, backend } = await open({ at: "#/uploads" });
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("go set");
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

  test("switches, renames and removes workspaces; the focus returns to the switcher", async () => {
    const { page, backend } = await open({ workspaces: [hostedWorkspace(), local] });
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
    await page.getByText("Its projects and media stay on disk in /home/sam/Dubyard.").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: "Workspace: Northlight Studio" }).waitFor();
  });

  test("says that a local workspace starts, and tries again when it does not run", async () => {
    const { page, backend } = await open({ workspaces: [{ ...local, state: "starting" }] });
    await page.getByText("The local workspace is starting…").waitFor();
    backend.state.workspaces = [
      {
        ...local,
        state: "unreachable",
        problem: { code: "local-service-failed", message: "exit 1" },
      },
    ];
    backend.changed("workspaces");
    await page.getByText("The local workspace could not be started").waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText("Running on this computer").waitFor();
  });

  test("keeps settings and applies the theme at once", async () => {
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
      .toEqual({
        parallelFiles: 4,
        parallelParts: 6,
        partSize: 67_108_864,
        bandwidthLimit: 12_500_000,
      });
    await page.getByLabel("Bandwidth limit").fill("fast");
    await page.keyboard.press("Tab");
    await page.getByText("Enter a number above 0, or nothing.").waitFor();
  });

  test("shows a refusal with its sentence and way out", async () => {
    const { page, backend } = await open({ at: "#/uploads" });
    backend.refuse("uploads.setPaused", "disk-full");
    await page.getByRole("button", { name: "Pause all" }).click();
    await page.getByText("No room is left on this computer’s disk. Make room").waitFor();
  });
});
