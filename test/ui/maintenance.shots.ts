/** Screenshots of backup, restore and the data folder of a local workspace. */
import { test } from "vitest";
import { hostedWorkspace } from "./fake-data";
import { describeWindow } from "./harness";

const local = hostedWorkspace({
  id: "local",
  name: "This computer",
  kind: "local",
  baseUrl: "",
  clientId: "",
  dataDir: "/home/sam/Dubyard",
  extensions: ["backup", "statistics"],
});

describeWindow("maintenance", (open) => {
  for (const [name, options] of [
    ["maintenance-light", { theme: "light" }],
    ["maintenance-narrow-de-dark", { theme: "dark", language: "de", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({
        at: "#/settings",
        workspaces: [local],
        ...options,
      });
      await page.getByText("12,345").or(page.getByText("12.345")).first().scrollIntoViewIfNeeded();
      await screenshot(name);
    });
});
