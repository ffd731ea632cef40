/** From the first start to a local workspace that exists after a restart. */
import { expect } from "vitest";
import { story } from "./story";

story("creates a workspace on this computer, which exists after a restart", async (app) => {
  await app.page.getByRole("button", { name: "Start here" }).click();
  await app.page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  await app.restart();
  await app.page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  const [workspace] = await app.call<{ kind: string }[]>("workspaces.list");
  expect(workspace?.kind).toBe("local");
});
