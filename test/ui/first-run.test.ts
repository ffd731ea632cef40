import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { describeWindow } from "./window";

/** The text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? "");

describeWindow("First start", (open) => {
  test("creates a local workspace by keyboard only", async () => {
    const { page, backend } = await open({ workspace: "none" });
    await page.getByText(/ free$/).waitFor();
    expect(await focused(page)).toBe("Start here");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    expect(backend.lastInput("workspaces.createLocal")).toEqual({
      dataDir: expect.stringMatching(/\/Dubyard$/) as string,
      name: "This computer",
    });
  });

  test("accepts another folder, and shows why it cannot be used", async () => {
    const { page, backend } = await open({ workspace: "none" });
    const folder = path.join(backend.filesFolder, "raid");
    backend.dialogs.chooseFolder = () => Promise.resolve(folder);
    await page.getByRole("button", { name: "Choose another folder…" }).click();
    await page.getByText(folder).waitFor();
    backend.failCall("workspaces.createLocal", "folder-in-use");
    await page.getByRole("button", { name: "Start here" }).click();
    await page.getByText("Another program is using this data folder").waitFor();
    expect(backend.lastInput("workspaces.createLocal")).toEqual({
      dataDir: folder,
      name: "This computer",
    });
  });

  test("names the workspace that a chosen folder holds, and opens it", async () => {
    const { page, backend } = await open({
      workspace: "none",
      overrides: {
        "workspaces.chooseLocalFolder": () => ({
          dataDir: "/media/raid/Dubyard",
          freeBytes: 1e9,
          workspace: { counts: { projects: 1, files: 402 } },
        }),
      },
    });
    await page.getByRole("checkbox").waitFor();
    await page.getByRole("button", { name: "Choose another folder…" }).click();
    await page.getByText("This folder holds a workspace: 1 project, 402 files.").waitFor();
    // A sample project is for new workspaces.
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    backend.failCall("workspaces.createLocal", "database-damaged");
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByText("The workspace’s database is damaged").waitFor();
    expect(backend.lastInput("workspaces.createLocal")).toMatchObject({
      dataDir: "/media/raid/Dubyard",
      opensExisting: true,
    });
  });

  test("connects to a service by keyboard only, with errors below their fields", async () => {
    const { page, backend } = await open({ workspace: "none", isVaultPersistent: false });
    await page.getByText(/ free$/).waitFor();
    for (const _ of [1, 2]) await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Connect…");
    await page.keyboard.press("Enter");
    await page.getByText("No keychain found: the secret is kept until you quit.").waitFor();
    // The choice of a method keeps the focus.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("textbox", { name: "Invitation" }).waitFor();
    expect(await focused(page)).toBe("Invitation");
    await page.keyboard.press("ArrowLeft");
    await page.getByLabel("Base URL").waitFor();
    expect(await focused(page)).toBe("Credentials");
    await page.keyboard.press("Tab");
    await page.keyboard.type("service.example");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a URL that begins with https://").waitFor();
    await page.getByText("Enter the client secret.").waitFor();
    const { clientId, clientSecret } = backend.service!;
    const { baseUrl } = backend.proxy;
    await page.getByLabel("Base URL").fill(baseUrl);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type(clientId);
    await page.keyboard.press("Tab");
    await page.keyboard.type("secret-1");
    await page.keyboard.press("Enter");
    await page.getByText("The service refuses these credentials").waitFor();
    await page.getByLabel("Client secret").fill(clientSecret);
    await page.getByLabel("Client secret").press("Enter");
    const name = new URL(baseUrl).hostname;
    await page.getByText(`Connected to “${name}”`).waitFor();
    expect(backend.lastInput("workspaces.connect")).toEqual({
      name,
      baseUrl,
      clientId,
      clientSecret,
      authScheme: "raw",
    });
  });

  test("a link opens the form of invitations, and nothing follows until it is submitted", async () => {
    const { page, backend, screenshot } = await open({ workspace: "none", language: "de" });
    await page.getByText("Mit einem Dienst verbinden").waitFor();
    const invitation = "https://dub.example.org:8090/api/join#abc";
    backend.emit("invited", { invitation });
    const dialog = page.getByRole("dialog", { name: "Arbeitsbereich hinzufügen" });
    const field = dialog.getByRole("textbox", { name: "Einladung" });
    await field.waitFor();
    expect(await field.inputValue()).toBe(invitation);
    await dialog.getByText("Stellt die Verbindung zu dub.example.org her").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot("invitation-de");
    expect(backend.calledNames()).not.toContain("workspaces.join");
    // Another link replaces it.
    backend.emit("invited", { invitation: "http://dub.example.org/join#abc" });
    await expect.poll(() => field.inputValue()).toContain("http://");
    await field.press("Enter");
    await dialog.getByText("Muss mit https:// beginnen").waitFor();
    expect(backend.lastInput("workspaces.join")).toEqual({
      invitation: "http://dub.example.org/join#abc",
      name: "dub.example.org",
    });
    await dialog.getByRole("radio", { name: "Zugangsdaten" }).click();
    await dialog.getByRole("textbox", { name: "Basis-URL" }).waitFor();
  });

  test("tests a connection and shows the result", async () => {
    const { page, backend } = await open({ workspace: "none" });
    await page.getByRole("button", { name: "Connect…" }).click();
    await page.getByLabel("Base URL").fill(backend.proxy.baseUrl);
    await page.getByLabel("Client ID").fill(backend.service!.clientId);
    await page.getByLabel("Client secret").fill(backend.service!.clientSecret);
    await page.getByText("Advanced").click();
    await page.getByRole("radio", { name: "With “Bearer ” before it" }).check();
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText(/accepts these credentials \(\d+ ms\)/).waitFor();
    expect(backend.lastInput("workspaces.test")).toMatchObject({ authScheme: "bearer" });
    await backend.proxy.refuseConnections();
    await page.getByRole("button", { name: "Test connection" }).click();
    await page
      .getByText(
        "The service is not responding. Check the address and the network, then try again.",
      )
      .waitFor();
    expect(await page.getByLabel("Base URL").getAttribute("aria-invalid")).toBe("true");
  });

  test("translates errors of main into German, and shows messages of the service unchanged", async () => {
    const { page, backend } = await open({ workspace: "none", language: "de" });
    await page.getByRole("button", { name: "Verbinden…" }).click();
    await page.getByLabel("Basis-URL").fill("http://api.example.test");
    await page.getByLabel("Client-ID").fill("studio");
    await page.getByLabel("Client-Secret").fill("s3cret");
    const connect = page.getByRole("button", { name: "Verbinden", exact: true });
    backend.failCall("workspaces.connect", "invalid-input", "baseUrl: must begin with https://", [
      { field: "baseUrl", message: "not-secure" },
    ]);
    await connect.click();
    await page.getByText("Muss mit https:// beginnen").waitFor();
    expect(await page.getByText("must begin").count()).toBe(0);
    backend.failCall("workspaces.connect", "invalid-input", "clientId is not of this region");
    await connect.click();
    await page.getByRole("alert").getByText("clientId is not of this region").waitFor();
    backend.failCall("workspaces.connect", "internal", "Cannot read properties of undefined");
    await connect.click();
    await page.getByRole("alert").getByText("Ein unerwarteter Fehler").waitFor();
    expect(await page.getByText("Cannot read").count()).toBe(0);
  });
});
