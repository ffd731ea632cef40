import { expect, test } from "vitest";
import type { Bucket } from "../../preload/contract/scripts";
import { axeViolations } from "./axe";
import type { Overrides } from "./overrides";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const bucket: Bucket = {
  endpoint: "https://s3.eu-central-1.amazonaws.com",
  region: "eu-central-1",
  bucket: "northlight-scripts",
  prefix: "dubyard/",
  accessKeyId: "AKIAEXAMPLE",
  isPathStyle: false,
};
/** Overrides of the calls that would connect to the bucket. */
const withBucket = (isSet: boolean): Overrides => {
  let scripts = [
    { id: "s1", name: "S02E04.xlsx", size: 48_300, storedAt: Date.now() - 3_600_000 },
    { id: "s2", name: "S02E05.srt", size: 21_800, storedAt: Date.now() - 120_000_000 },
  ];
  let isStored = isSet;
  return {
    "scriptStore.get": async (input, real) => ({
      ...(await real(input)),
      ...(isStored && { kind: "bucket" as const, bucket, hasSecret: true, urlLifetime: 604_800 }),
    }),
    "scriptStore.test": () => ({ milliseconds: 131 }),
    "scriptStore.setBucket": () => void (isStored = true),
    "scriptStore.removeBucket": () => void (isStored = false),
    "scriptStore.list": () => ({ scripts, isTruncated: false }),
    "scriptStore.delete": ({ scriptIds }) => {
      scripts = scripts.filter(({ id }) => !scriptIds.includes(id));
    },
  };
};

describeWindow("Script store settings", (open) => {
  test("tests and saves a bucket; a stored key is never shown", async () => {
    const { page, backend } = await open({ at: "#/settings", overrides: withBucket(false) });
    const section = page.getByRole("region", { name: "Script store" });
    await section.getByText("Not set up.", { exact: false }).waitFor();
    await section.getByRole("button", { name: "Test" }).click();
    expect(await section.getByText("Required", { exact: true }).count()).toBe(5);
    await section.getByLabel("Endpoint").fill(bucket.endpoint);
    await section.getByLabel("Region").fill(bucket.region);
    await section.getByLabel("Bucket", { exact: true }).fill(bucket.bucket);
    await section.getByLabel("Access key ID").fill(bucket.accessKeyId);
    await section.getByLabel("Secret access key").fill("s3cret");
    backend.failCall("scriptStore.test", "token-refused", "", [
      { field: "secretAccessKey", message: "the key does not fit its ID" },
    ]);
    await section.getByRole("button", { name: "Test" }).click();
    await section.getByText("the key does not fit its ID", { exact: true }).waitFor();
    const secret = section.getByLabel("Secret access key");
    await expect
      .poll(() => secret.evaluate((element) => element === document.activeElement))
      .toBe(true);
    backend.overrideCall("scriptStore.test", () => ({ milliseconds: 131 }));
    await section.getByRole("button", { name: "Test" }).click();
    await section.getByText("written, fetched and deleted in 131 ms", { exact: false }).waitFor();
    await section.getByRole("button", { name: "Save" }).click();
    backend.changed("scripts");
    await section.getByText("URLs sent to the service are valid for 7 days.").waitFor();
    await section.getByText("Stored in the keychain.", { exact: false }).waitFor();
    expect(await section.getByLabel("Secret access key").inputValue()).toBe("");
    expect(backend.lastInput("scriptStore.setBucket")).toEqual({
      workspaceId: "northlight",
      bucket: { ...bucket, prefix: "" },
      secretAccessKey: "s3cret",
    });
  });

  test("translates the errors of main, and appends the details of the service unchanged", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      language: "de",
      overrides: withBucket(true),
    });
    const section = page.locator("form").filter({ hasText: "Bucket" });
    backend.failCall(
      "scriptStore.setBucket",
      "invalid-input",
      "endpoint: must begin with https://",
      [
        { field: "endpoint", message: "not-secure" },
        { field: "region", message: "bucket-elsewhere: us-west-2" },
      ],
    );
    await section.getByRole("button", { name: "Speichern" }).click();
    await section.getByText("Muss mit https:// beginnen").waitFor();
    await section.getByText("Der Bucket ist in einer anderen Region: us-west-2").waitFor();
    expect(await section.getByText("must begin").count()).toBe(0);
  });

  test("lists and deletes stored scripts; removes the bucket after a confirmation", async () => {
    const { page, backend } = await open({ at: "#/settings", overrides: withBucket(true) });
    const section = page.getByRole("region", { name: "Script store" });
    await section.getByRole("checkbox", { name: "Select S02E05.srt" }).check();
    await section.getByRole("button", { name: "Delete 1 script…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete script" }).click();
    await expect.poll(() => backend.calledNames()).toContain("scriptStore.delete");
    backend.changed("scripts");
    await section.getByText("S02E05.srt").waitFor({ state: "detached" });
    expect(backend.lastInput("scriptStore.delete")).toMatchObject({ scriptIds: ["s2"] });
    await section.getByRole("button", { name: "Remove…" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByText("Files in the bucket are kept", { exact: false }).waitFor();
    await confirmation.getByRole("button", { name: "Remove bucket" }).click();
    await expect.poll(() => backend.calledNames()).toContain("scriptStore.removeBucket");
    backend.changed("scripts");
    await section.getByText("Not set up.", { exact: false }).waitFor();
    expect(await section.getByText("S02E04.xlsx").count()).toBe(0);
  });

  test("has no settings in a workspace that stores scripts itself", async () => {
    const { page, backend } = await open({ at: "#/settings", workspace: "local" });
    const section = page.getByRole("region", { name: "Script store" });
    await section.getByText("The workspace stores scripts itself.", { exact: false }).waitFor();
    expect(await section.getByLabel("Endpoint").count()).toBe(0);
    expect(backend.lastInput("scriptStore.get")).toEqual({ workspaceId });
  });

  test("axe reports no violations", async () => {
    const { page } = await open({ at: "#/settings", overrides: withBucket(true) });
    await page.getByRole("checkbox", { name: "Select S02E05.srt" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
