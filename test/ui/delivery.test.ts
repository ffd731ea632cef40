/** The delivery of a batch: plan, gate, folder, progress. */
import { expect, test } from "vitest";
import type { Delivery } from "../../preload/contract/deliveries";
import { axeViolations } from "./axe";
import { batchId, deliveryOf, projectId, withDeliveries } from "./delivery-material";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const at = `#/delivery/${projectId}/${batchId}`;

describeWindow("The delivery of a batch", (open) => {
  test("needs approvals or a decision, and a folder; then it begins", async () => {
    let deliveries: Delivery[] = [];
    const { page, backend } = await open({
      ...{ at, workspace: "local" },
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.start": () => {
          const counts = { files: 12, made: 3, failed: 0, findings: 0 };
          deliveries = [deliveryOf({ state: "making", counts })];
          return { deliveryId: "d-1" };
        },
        "deliveries.cancel": () => {
          deliveries = [deliveryOf({ state: "cancelled" })];
        },
      },
    });
    const missing = page.getByRole("link", { name: "Spanish (Spain): 3 lines not approved" });
    expect(await missing.getAttribute("href")).toBe(
      `#/review/${projectId}/${batchId}?language=es-es&line=7&filter=not-approved`,
    );
    await page.getByText("File list").click();
    await page.getByText("es-ES/video/Episode_1_es-ES.mp4").waitFor();
    await page.getByText("and 1,202 other files").waitFor();
    await page.getByText("Not delivered yet").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const start = page.getByRole("button", { name: "Deliver", exact: true });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("checkbox", { name: "Deliver anyway" }).check();
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await page.getByText("/home/mia/out", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Loudness of the mix" }).selectOption("streaming");
    // A session references takes.
    await page.getByRole("checkbox", { name: "Session" }).check();
    await page.getByText("Required by Session", { exact: true }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Takes" }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Original sound as a second track" }).check();
    await page.getByRole("checkbox", { name: "Stems" }).focus();
    await page.keyboard.press("Space");
    await expect
      .poll(() => backend.lastInput("deliveries.plan"))
      .toMatchObject({ request: { preset: "streaming", includeUnapproved: true } });
    await start.click();
    await expect.poll(() => backend.lastInput("deliveries.start")).toBeDefined();
    backend.emit("changed", { topics: ["review"] });
    const bar = page.getByRole("progressbar", { name: "Progress of /home/mia/out/Episode_1_v1" });
    await bar.waitFor();
    await page.getByText("3 of 12 files").waitFor();
    expect(backend.lastInput("deliveries.start")).toMatchObject({
      ...{ workspaceId, projectId, batchId, folder: "/home/mia/out" },
      request: {
        ...{ languages: ["es-es", "fr-fr"], naming: "number", includeUnapproved: true },
        originalTrack: true,
        parts: expect.arrayContaining(["takes", "session"]) as string[],
      },
    });
    await page.getByRole("button", { name: "Cancel: /home/mia/out/Episode_1_v1" }).click();
    await page.getByText("Cancelled").waitFor();
  });

  test("that failed has its reason and is continued; a complete one is shown", async () => {
    let deliveries = [
      deliveryOf({
        ...{ id: "d-2", state: "failed", problem: "es-ES/takes/1.wav: the disk is full" },
        counts: { files: 12, made: 10, failed: 1, findings: 2 },
      }),
      deliveryOf({ folder: "/home/mia/out/Other_v1" }),
    ];
    const { page, backend } = await open({
      ...{ at, workspace: "local" },
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.resume": () => {
          deliveries = deliveries.map((one) => ({ ...one, state: "made" }));
        },
        "deliveries.show": () => undefined,
      },
    });
    await page.getByText("es-ES/takes/1.wav: the disk is full").waitFor();
    await page.getByText("1 file failed, 2 files outside the preset").click();
    await page.getByText("needs 7.1 dB of limiting").waitFor();
    await page.getByRole("button", { name: "Remove files: /home/mia/out/Episode_1_v1" }).waitFor();
    await page.getByRole("button", { name: "Show folder: /home/mia/out/Other_v1" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.show"))
      .toEqual({ workspaceId, deliveryId: "d-1" });
    await page.getByRole("button", { name: "Continue: /home/mia/out/Episode_1_v1" }).click();
    await expect.poll(() => page.getByText("Complete").count()).toBe(2);
  });

  test("is opened from the batch with Mod+E, and not offered by a hosted workspace", async () => {
    const local = await open({
      ...{ at: `#/batch/${projectId}/${batchId}`, workspace: "local" },
      overrides: withDeliveries(() => []),
    });
    await local.page.getByRole("button", { name: "Deliver…" }).waitFor();
    await local.page.keyboard.press("ControlOrMeta+e");
    await local.page.getByRole("heading", { name: "Files to deliver" }).waitFor();
    const hosted = await open({ at });
    await hosted.page
      .getByText("This workspace does not deliver files", { exact: false })
      .waitFor();
  });
});
