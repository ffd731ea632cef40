import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { someEntries, type EntrySeed } from "./outbox-seed";
import { someUploads, type UploadSeed } from "./upload-seed";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Outbox screen", (open) => {
  test("shows the state of every request, and the number of unsent ones in the sidebar", async () => {
    const { page } = await open({ at: "#/outbox", entries: someEntries(), uploads: someUploads() });
    const grid = page.getByRole("grid", { name: "Outbox" });
    await grid.getByRole("row", { name: /Low Tide.*Waiting for 2 uploads/ }).waitFor();
    await grid
      .getByRole("row", {
        name: /Undertow.*Refused.*Language of the script: Not a language of the service/,
      })
      .waitFor();
    await grid.getByRole("row", { name: /Bulk request.*Sending/ }).waitFor();
    await grid.getByRole("row", { name: /Lighthouse.*Sent.*20 minutes ago/ }).waitFor();
    const link = page.getByRole("navigation").getByRole("link", { name: /^Outbox/ });
    expect(await link.textContent()).toContain("3 requests are not sent yet");
    await page.getByRole("radio", { name: /Refused 1/ }).click();
    await grid.getByText("Low Tide").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: /Open 3/ }).click();
    await grid.getByText("Low Tide").waitFor();
  });

  test("retries, removes, restores and edits requests by keyboard", async () => {
    const { page, backend } = await open({
      at: "#/outbox",
      entries: someEntries(),
      uploads: someUploads(),
    });
    const grid = page.getByRole("grid", { name: "Outbox" });
    await grid.getByText("Undertow").click();
    const fault = { kind: "respond", status: 503 } as const;
    void backend.proxy.injectFault({ method: "POST", path: /batches/, fault, times: Infinity });
    await page.keyboard.press("r");
    await expect
      .poll(() => backend.lastInput("outbox.retry"))
      .toEqual({ workspaceId: "northlight", entryIds: [2] });
    await grid.getByRole("row", { name: /Undertow.*Waiting/ }).waitFor();
    await page.keyboard.press("Delete");
    await grid.getByText("Undertow").waitFor({ state: "detached" });
    await page.getByText("“Ep 9 · Undertow” was removed").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await grid.getByText("Undertow").waitFor();
    await grid.getByText("Low Tide").click();
    await page.keyboard.press("F2");
    await page.getByRole("heading", { name: "Edit batch" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Ep 8 · Low Tide");
  });

  test("opens the batch of a sent request, and clears sent requests", async () => {
    const { page } = await open({ at: "#/outbox", entries: someEntries(), uploads: someUploads() });
    const grid = page.getByRole("grid", { name: "Outbox" });
    await grid.getByText("Lighthouse").dblclick();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/batch/home/ep7");
    await page.goBack();
    await page.getByRole("button", { name: "Clear sent" }).click();
    await grid.getByText("Lighthouse").waitFor({ state: "detached" });
    const clear = page.getByRole("button", { name: "Clear sent" });
    await expect.poll(() => clear.getAttribute("aria-disabled")).toBe("true");
  });

  test("shows what a request waits for, and why it failed", async () => {
    const lost = { code: "unconfirmed", message: "the response was lost" } as const;
    const entries: EntrySeed[] = [
      { id: 1, name: "One" },
      { id: 4, name: "Four", uploads: [1, 2] },
      { id: 5, name: "Five", state: "refused", problem: lost },
      { id: 6, name: "Six", state: "sent", problem: lost },
      { id: 7, name: "Seven", uploads: [null] },
    ];
    const failed: UploadSeed = {
      galleryPath: "ep4.mov",
      state: "failed",
      problem: { code: "file-missing", message: "" },
    };
    const { page } = await open({
      at: "#/outbox",
      isOnline: false,
      entries,
      uploads: [failed, failed],
    });
    await page.getByRole("row", { name: /One.*Waiting for the network/ }).waitFor();
    await page.getByRole("row", { name: /Four.*2 uploads failed.*ep4-\d\.mov failed: / }).waitFor();
    await page.getByRole("row", { name: /Five.*The response was lost, and the project/ }).waitFor();
    await page.getByRole("row", { name: /Six.*but the batches are in the project/ }).waitFor();
    await page.getByRole("row", { name: /Seven.*was cancelled/ }).waitFor();
    expect(await page.getByText(/gallery|the response was lost/).count()).toBe(0);
    await page.keyboard.press("Control+1");
    const needs = page.getByRole("region", { name: /Needs attention/ });
    await needs.getByRole("link", { name: /Four.*Refused/ }).waitFor();
    const running = page.getByRole("region", { name: /Running/ });
    await running.getByRole("link", { name: /1 request/ }).click();
    await page.getByRole("grid", { name: "Outbox" }).waitFor();
  });

  test("shows 2,000 requests, and an empty list", long, async () => {
    const entries = Array.from({ length: 2_000 }, (_, at): EntrySeed => {
      const problem = { code: "service-error", message: "" } as const;
      return { id: at + 1, name: `Request ${at + 1}`, state: "refused", problem };
    });
    const many = await open({ at: "#/outbox", entries });
    const grid = many.page.getByRole("grid", { name: "Outbox" });
    await grid.getByText("Request 2000").waitFor();
    await grid.focus();
    await many.page.keyboard.press("End");
    await grid.getByText("Request 1", { exact: true }).waitFor();
    await many.page.keyboard.press("Control+a");
    await many.page.getByText("2,000 selected").waitFor();
    await many.page.getByRole("button", { name: "Remove" }).click();
    await many.page.getByText("The outbox is empty").waitFor();
    expect(await axeViolations(many.page)).toEqual([]);
  });

  test("axe reports no violations", async () => {
    const { page } = await open({ at: "#/outbox", entries: someEntries(), uploads: someUploads() });
    await page.getByRole("grid", { name: "Outbox" }).getByText("Undertow").click();
    expect(await axeViolations(page)).toEqual([]);
  });
});
