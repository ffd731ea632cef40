import path from "node:path";
import { expect, test } from "vitest";
import { seedTables, someRow, srtScript } from "./bulk-seed";
import { withoutScriptStore, workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const table = "#/bulk/home/1";

describeWindow("Start dialog of a bulk table", (open) => {
  test("cannot be closed while the call runs, and shows that it replaces a pending request", async () => {
    const { page, backend } = await open({
      at: table,
      ...withoutScriptStore,
      seedApplication(application, files) {
        const rows = [1, 2, 3, 4].map((n) => someRow(n, { script: path.join(files, `${n}.srt`) }));
        seedTables(application, rows);
      },
    });
    for (const number of [1, 2, 3, 4]) await backend.file(`${number}.srt`, srtScript);
    await backend.handlers.bulk.start({ workspaceId, draftId: 1, rowIds: null });
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog", { name: "Start “Season 2”" });
    await dialog.getByText("Replaces this table’s request").waitFor();
    const unblock = backend.blockCall("bulk.start");
    await dialog.getByRole("button", { name: "Start 4 batches" }).click();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect.poll(() => cancel.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await cancel.click({ force: true });
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(true);
    unblock();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("The waiting request was replaced").waitFor();
  });
});
