import { expect, test } from "vitest";
import { describeWindow } from "./window";

describeWindow("Archived projects", (open) => {
  test("are detected in every letter case of the status", async () => {
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
