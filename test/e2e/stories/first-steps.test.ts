/** From the first start to a workspace on this computer that is still there after a restart. */
import { expect } from "vitest";
import { story } from "./story";

story("work on this computer, and again after a restart", async (place) => {
  await place.page.getByRole("button", { name: "Start here" }).click();
  await place.page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  await place.restart();
  await place.page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  const [workspace] = await place.call<{ kind: string }[]>("workspaces.list");
  expect(workspace?.kind).toBe("local");
});
