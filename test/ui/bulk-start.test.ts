import { expect, test } from "vitest";
import { describeWindow } from "./harness";

const table = "#/bulk/home/1";

describeWindow("the start of a bulk table", (open) => {
  test("cannot be left while it runs, and says what it replaces", async () => {
    const { page, backend } = await open({
      at: table,
      outbox: { pendingDrafts: [1], entries: [] },
    });
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog", { name: "Start “Season 2”" });
    await dialog.getByText("Replaces this table’s request").waitFor();
    const answer = backend.blockCall("bulk.start");
    await dialog.getByRole("button", { name: "Start 4 batches" }).click();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect.poll(() => cancel.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await cancel.click({ force: true });
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(true);
    answer();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("The waiting request was replaced").waitFor();
  });
});
