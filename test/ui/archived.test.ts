import { expect, test } from "vitest";
import { describeWindow } from "./window";

describeWindow("archived projects", (open) => {
  test("are recognised in every spelling of the status", async () => {
    const { page, backend } = await open({
      at: "#/project/home/batches",
      seed: (service) => service.run("UPDATE projects SET status = 'ARCHIVED' WHERE id = 'home'"),
    });
    await page.getByText("This project is archived.").waitFor();
    await page.getByRole("button", { name: "Unarchive" }).click();
    await expect
      .poll(() => backend.lastInput("projects.setArchived"))
      .toMatchObject({ projectIds: ["home"], isArchived: false });
    await page.getByText("This project is archived.").waitFor({ state: "detached" });
  });
});
