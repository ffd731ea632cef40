/** An update of an AppImage, from the offer to the start of the new file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { UpdateStatus } from "../../preload/contract/updates";
import { listedRelease, startFeed } from "../helpers/update-feed";
import { electronExecutable, launch, temporaryFolder } from "./harness";
import { callMain, pollCall } from "./workspace";

test.skipIf(process.platform !== "linux")(
  "an AppImage replaces its file when the user restarts, and the new file is started",
  async () => {
    const folder = temporaryFolder("apps");
    const target = path.join(folder, "Dubyard.AppImage");
    const started = path.join(folder, "started");
    writeFileSync(target, "the old version", { mode: 0o755 });
    const content = `#!/bin/sh\necho "$@" > '${started}'\n`;
    const feed = await startFeed();
    onTestFinished(() => feed.close());
    const file = feed.addFile(Buffer.from(content), { arch: process.arch });
    feed.publish({ releases: [listedRelease("99.0.0", [file])] });
    const { app, page, profileDir, log } = await launch({
      env: {
        APPIMAGE: target,
        APPDIR: path.dirname(electronExecutable()),
        DUBYARD_UPDATE_FEED: feed.feed.url,
        DUBYARD_UPDATE_KEYS: feed.feed.keys.join(),
      },
    });
    const status = () => callMain<UpdateStatus>(page, "updates.status");
    expect(await status()).toMatchObject({ kind: "appimage", installsItself: true });
    await callMain(page, "updates.check");
    expect((await status()).state).toMatchObject({ kind: "offered", offer: { version: "99.0.0" } });
    await callMain(page, "updates.download", { version: "99.0.0" });
    await pollCall<UpdateStatus>(
      page,
      "updates.status",
      undefined,
      ({ state }) => state.kind === "ready",
    );
    const ended = app.waitForEvent("close");
    await callMain(page, "updates.restart");
    await ended;
    await expect.poll(() => existsSync(started)).toBe(true);
    expect(readFileSync(target, "utf8")).toBe(content);
    expect(readFileSync(`${target}.previous`, "utf8")).toBe("the old version");
    expect(log()).toContain("app: ended");
    expect(JSON.parse(readFileSync(path.join(profileDir, "updates/journal.json"), "utf8"))).toEqual(
      expect.objectContaining({ to: "99.0.0", failedStarts: 0 }),
    );
  },
);
