import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeWindow } from "./harness";

/** What has the focus, by name. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? "");

describeWindow("first run", (open) => {
  test("works on this computer by keyboard alone", async () => {
    const { page, backend } = await open({ workspaces: [], uploads: [] });
    await page.getByText("412 GB free").waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Start here");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    expect(backend.lastInput("workspaces.createLocal")).toEqual({
      dataDir: "/home/sam/Dubyard",
      name: "This computer",
    });
  });

  test("takes another folder, and says why it cannot be used", async () => {
    const { page, backend } = await open({ workspaces: [] });
    await page.getByRole("button", { name: "Choose another folder…" }).click();
    await page.getByText("/media/raid/dubyard").waitFor();
    backend.failCall("workspaces.createLocal", "folder-in-use");
    await page.getByRole("button", { name: "Start here" }).click();
    await page.getByText("Another program is using this data folder").waitFor();
    expect(backend.lastInput("workspaces.createLocal")).toEqual({
      dataDir: "/media/raid/dubyard",
      name: "This computer",
    });
  });

  test("connects to a service by keyboard alone, with errors beside their fields", async () => {
    const { page, backend } = await open({ workspaces: [], isVaultPersistent: false });
    await page.getByText("412 GB free").waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Connect…");
    await page.keyboard.press("Enter");
    await page.getByText("No keychain found: the secret is kept until you quit.").waitFor();
    await page.keyboard.type("service.example");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an address that begins with https://").waitFor();
    await page.getByText("Enter the client secret.").waitFor();
    await page.getByLabel("Base URL").fill("https://service.example/v1");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("studio");
    await page.keyboard.press("Tab");
    await page.keyboard.type("secret-1");
    backend.failCall("workspaces.connect", "token-refused");
    await page.keyboard.press("Enter");
    await page.getByText("The service refuses these credentials").waitFor();
    backend.failCall("workspaces.connect", null);
    await page.getByLabel("Client secret").press("Enter");
    await page.getByText("Connected to “service.example”").waitFor();
    expect(backend.lastInput("workspaces.connect")).toEqual({
      name: "service.example",
      baseUrl: "https://service.example/v1",
      clientId: "studio",
      clientSecret: "secret-1",
      authScheme: "raw",
    });
  });

  test("tests a connection and shows what came of it", async () => {
    const { page, backend } = await open({ workspaces: [] });
    await page.getByRole("button", { name: "Connect…" }).click();
    await page.getByLabel("Base URL").fill("https://service.example/v1");
    await page.getByLabel("Client ID").fill("studio");
    await page.getByLabel("Client secret").fill("secret-1");
    await page.getByText("Advanced").click();
    await page.getByRole("radio", { name: "With “Bearer ” before it" }).check();
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("accepts these credentials (84 ms)").waitFor();
    expect(backend.lastInput("workspaces.test")).toMatchObject({ authScheme: "bearer" });
    backend.failCall("workspaces.test", "unreachable");
    await page.getByRole("button", { name: "Test connection" }).click();
    await page.getByText("The service is not responding").waitFor();
    expect(await page.getByLabel("Base URL").getAttribute("aria-invalid")).toBe("true");
  });
  test("says in German what main refuses, and in its own words only what the service says", async () => {
    const { page, backend } = await open({ workspaces: [], language: "de" });
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
