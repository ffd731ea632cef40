/** Screenshots of the delivery of a batch. */
import { test } from "vitest";
import { batchId, deliveryOf, projectId, withDeliveries } from "./delivery-material";
import { describeWindow } from "./window";

const deliveries = () => [
  deliveryOf({
    id: "d-3",
    state: "making",
    folder: "/home/mia/out/Episode_1_v3",
    counts: { files: 12, made: 3, failed: 0, findings: 0 },
  }),
  deliveryOf({
    id: "d-2",
    state: "failed",
    folder: `/home/mia/${"a-long-folder-name/".repeat(8)}v2`,
    problem: "es-ES/mix/Episode_1_es-ES_MIX_20.wav: the mix needs 7.1 dB of limiting",
    counts: { files: 12, made: 11, failed: 1, findings: 1 },
  }),
  deliveryOf({
    id: "d-0",
    state: "unconfirmed",
    folder: "/media/stick/Episode_1_v1",
    counts: { files: 12, made: 0, failed: 0, findings: 0 },
  }),
  deliveryOf(),
];

const none = { state: "none" as const, problem: null };
const problem = { code: "path-taken" as const, message: "another file exists" };
/** Deliveries of a team: being made, made, expired, and with files that could not be written. */
const downloads = () => [
  deliveryOf({ id: "d-5", folder: "Episode_1_v5", state: "making", download: none }),
  deliveryOf({ id: "d-4", folder: "Episode_1_v4", download: none }),
  deliveryOf({ id: "d-3", folder: "Episode_1_v3", state: "expired", download: none }),
  deliveryOf({ id: "d-2", state: "failed", download: { state: "failed", problem } }),
];

describeWindow("The delivery of a batch", (open) => {
  for (const [name, options] of [
    ["delivery-light", { theme: "light" }],
    ["delivery-dark", { theme: "dark" }],
    ["delivery-narrow-de", { language: "de", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({
        at: `#/delivery/${projectId}/${batchId}`,
        workspace: "local",
        overrides: withDeliveries(deliveries),
        ...options,
      });
      await page.getByRole("progressbar").waitFor();
      await screenshot(name);
      await page.getByRole("progressbar").scrollIntoViewIfNeeded();
      await screenshot(`${name}-history`);
    });

  for (const [name, options] of [
    ["delivery-downloads", {}],
    ["delivery-downloads-narrow-de", { language: "de", theme: "dark", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({
        at: `#/delivery/${projectId}/${batchId}`,
        workspace: "local",
        overrides: withDeliveries(downloads, "delivery-files"),
        ...options,
      });
      await page.getByText("Episode_1_v5").scrollIntoViewIfNeeded();
      await screenshot(name);
    });
});
