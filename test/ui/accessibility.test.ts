import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { workspaceId } from "./test-backend";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Accessibility", (open) => {
  test("axe reports no violations on the screens of uploads, media and settings", async () => {
    const { page } = await open({ at: "#/uploads", uploads: someUploads() });
    await page.getByRole("grid", { name: "Uploads" }).waitFor();
    await page.getByText("S02E06_conform.mkv").dblclick();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Control+3");
    await page.getByRole("grid").getByText("season-2").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Control+,");
    await page.getByLabel("Part size").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test("axe reports no violations in dialogs and menus", long, async () => {
    const { page, backend, drag } = await open({ at: "#/uploads", uploads: someUploads() });
    await backend.file("season-2/take_000.wav");
    await drag(["season-2"]);
    await page.getByText("take_000.wav").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // The service rejects the next request and the request for a new token.
    const fault = { kind: "respond", status: 401 } as const;
    void backend.proxy.injectFault({ path: /./, fault, times: Infinity });
    const reconnect = async () => backend.handlers.workspaces.reconnect({ workspaceId });
    await expect(reconnect()).rejects.toThrow();
    await page.getByRole("button", { name: "Replace credentials…" }).click();
    await page.getByLabel("Client ID").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Workspace: Northlight Studio" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test("axe reports no violations on the first start and on an empty screen", async () => {
    const first = await open({ workspace: "none", isVaultPersistent: false });
    await first.page
      .getByText(/Dubyard$/)
      .first()
      .waitFor();
    expect(await axeViolations(first.page)).toEqual([]);
    await first.page.getByRole("button", { name: "Connect…" }).click();
    await first.page.getByRole("button", { name: "Connect", exact: true }).click();
    await first.page.getByText("Enter the base url.").waitFor();
    expect(await axeViolations(first.page)).toEqual([]);
    const empty = await open({ at: "#/uploads" });
    await empty.page.getByText("Nothing to upload yet").waitFor();
    expect(await axeViolations(empty.page)).toEqual([]);
  });
});
