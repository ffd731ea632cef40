/** The user guide in the window. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { workspaceId } from "./test-backend";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";

describeWindow("Help", (open) => {
  test("F1 opens the topic of the screen, also from a text field", async () => {
    const { page } = await open({ at: "#/uploads", uploads: someUploads() });
    await page.getByRole("textbox", { name: "Search uploads" }).focus();
    await page.keyboard.press("F1");
    await page.getByRole("heading", { name: "Upload media" }).waitFor();
    expect(await page.title()).toBe("Help – Dubyard");
    expect(new URL(page.url()).hash).toBe("#/help/uploads");
    await page.goBack();
    await page.getByRole("heading", { name: "Uploads", exact: true }).waitFor();
  });

  test("search finds in all topics, and the keyboard reaches the results", async () => {
    const { page } = await open({ at: "#/help" });
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("Company certificate");
    const content = page.getByRole("region", { name: "First steps" });
    await content.getByText("Certificates and proxies").first().waitFor();
    // What was typed first has other results for a moment.
    await expect.poll(() => content.locator("mark").first().textContent()).toBe("company");
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Certificates and proxies" });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("zebra");
    await page.getByText("Try other words").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Solve problems" }).waitFor();
  });

  test("topics, links and pictures of the guide", async () => {
    const { page } = await open({ at: "#/help" });
    const topics = page.getByRole("navigation", { name: "Topics" }).getByRole("link");
    expect(await topics.count()).toBe(10);
    for (const topic of await topics.all()) {
      const name = await topic.textContent();
      await topic.click();
      await page.getByRole("heading", { level: 2, name: name ?? "" }).waitFor();
      const pictures = page.locator("article img");
      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.every((one) => (one as HTMLImageElement).naturalWidth > 0),
          ),
        )
        .toBe(true);
      expect(await pictures.count()).toBeGreaterThan(0);
      expect(await topic.getAttribute("aria-current")).toBe("page");
    }
    await topics.getByText("Dubbing").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "deliver the batch" }).click();
    await page.getByRole("heading", { name: "Deliver files" }).waitFor();
  });

  test("follows the language of the window", async () => {
    const { page } = await open({ at: "#/help/offline?section=the-outbox", language: "de" });
    const heading = page.getByRole("heading", { name: "Der Ausgang" });
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole("textbox", { name: "Hilfe durchsuchen" }).fill("ausgang");
    await page.getByText(/Abschnitte? gefunden/).waitFor();
  });

  test("empty lists and refused credentials link to their topic", async () => {
    const empty = await open({ at: "#/watch-folders" });
    await empty.page.getByRole("link", { name: "Help: Upload media" }).click();
    await empty.page.getByRole("heading", { name: "Watch folders" }).waitFor();
    const { page, backend } = await open({ at: "#/uploads" });
    const fault = { kind: "respond", status: 401 } as const;
    void backend.proxy.injectFault({ path: /./, fault, times: Infinity });
    await expect(backend.handlers.workspaces.reconnect({ workspaceId })).rejects.toThrow();
    await page.getByRole("link", { name: "Help: Solve problems" }).click();
    const heading = page.getByRole("heading", { name: "Credentials are refused" });
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  test("the toast of a failed call links to its topic", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    backend.failCall("uploads.setPaused", "disk-full");
    await page.getByRole("button", { name: "Pause all" }).click();
    await page.getByRole("list", { name: "Notifications" }).getByRole("link").click();
    await page.getByRole("heading", { name: "A disk is full" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/help/troubleshooting?section=a-disk-is-full");
  });
});
