import { expect, test } from "vitest";
import { someLists } from "./fake-resources";
import { describeWindow } from "./harness";

describeWindow("archived projects", (open) => {
  test("are archived however the service writes it", async () => {
    const projects = someLists().projects.map((one) => ({ ...one, status: "ARCHIVED" }));
    const { page, backend } = await open({ at: "#/project/home/batches", lists: { projects } });
    await page.getByText("This project is archived.").waitFor();
    await page.getByRole("button", { name: "Unarchive" }).click();
    await expect
      .poll(() => backend.lastInput("projects.setArchived"))
      .toMatchObject({ projectIds: ["home"], isArchived: false });
    await page.getByText("This project is archived.").waitFor({ state: "detached" });
  });
});
