/** Updates of the application in the settings and on every screen. */
import { expect, test } from "vitest";
import type { UpdateState, UpdateStatus } from "../../preload/contract/updates";
import { axeViolations } from "./axe";
import { recordCopies } from "./copied-text";
import { describeWindow } from "./window";

const offer = {
  version: "1.2.0",
  date: "2026-11-28",
  notes: { en: "Faster.\n- Updates\n- <b>Menus</b>", de: "Schneller.\n- Aktualisierungen" },
  isSecurity: false,
  size: 120_000_000,
  url: "https://feed.example/dubyard-1.2.0.AppImage",
};
const statusOf = (state: UpdateState, change: Partial<UpdateStatus> = {}): UpdateStatus => ({
  mode: "ask",
  isModeForced: false,
  kind: "appimage",
  installsItself: true,
  checkedAt: Date.now(),
  news: null,
  state,
  ...change,
});

describeWindow("Updates", (open) => {
  /** Opens the settings with a status that the test changes; the calls do nothing else. */
  async function opened(first: UpdateStatus) {
    let current = first;
    const nothing = () => undefined;
    const window = await open({
      at: "#/settings",
      overrides: {
        "updates.status": () => current,
        "updates.check": nothing,
        "updates.download": nothing,
        "updates.cancel": nothing,
        "updates.skip": nothing,
        "updates.later": nothing,
        "updates.restart": nothing,
        "updates.newsSeen": nothing,
      },
    });
    return {
      ...window,
      section: window.page.locator("section[data-section=updates]"),
      show(next: UpdateStatus) {
        current = next;
        window.backend.emit("changed", { topics: ["updates"] });
      },
    };
  }

  test("a build without a feed says so, and the menu shows this section", async () => {
    const { page, backend } = await open({ at: "#/overview" });
    backend.emit("menuChosen", { action: "app.check-updates" });
    await page.getByText("This build does not look for updates").waitFor();
    await expect.poll(() => backend.calledNames()).toContain("updates.check");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Updates");
  });

  test("offers a version with its notes as text: download, later, skip, check", async () => {
    const { page, backend, section, show } = await opened(
      statusOf({ kind: "offered", offer, isLater: false }),
    );
    await section.getByText("Version 1.2.0 of").waitFor();
    await section.getByText("<b>Menus</b>").waitFor();
    const mark = page.getByRole("link", { name: "An update is available" });
    await mark.waitFor();
    await section.getByRole("button", { name: "Download (120 MB)" }).click();
    await section.getByRole("button", { name: "Later" }).click();
    await section.getByRole("button", { name: "Skip this version" }).click();
    await section.getByRole("button", { name: "Check now" }).click();
    await expect
      .poll(() => backend.calledNames())
      .toEqual(expect.arrayContaining(["updates.later", "updates.check"]));
    expect(backend.lastInput("updates.download")).toEqual({ version: "1.2.0" });
    expect(backend.lastInput("updates.skip")).toEqual({ version: "1.2.0" });
    expect(await axeViolations(page)).toEqual([]);
    show(statusOf({ kind: "offered", offer: { ...offer, isSecurity: true }, isLater: true }));
    await section.getByText("It closes a vulnerability.").waitFor();
    await mark.waitFor({ state: "detached" });
  });

  test("shows the progress of a download, and cancels it; says why it failed", async () => {
    const { backend, section, show } = await opened(
      statusOf({ kind: "downloading", offer, bytes: 30_000_000 }),
    );
    const bar = section.getByRole("progressbar", { name: "Progress of the download" });
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("25");
    await section.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => backend.calledNames()).toContain("updates.cancel");
    show(statusOf({ kind: "failed", failure: { refusal: "wrong-hash" }, offer }));
    await section.getByText("damaged or was changed").waitFor();
    await section.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => backend.lastInput("updates.download")).toEqual({ version: "1.2.0" });
    const problem = { code: "disk-full", message: "" } as const;
    show(statusOf({ kind: "failed", failure: { problem }, offer }));
    await section.getByText("The disk is full").waitFor();
  });

  test("waits for work, and any key stops the restart on every screen", async () => {
    const { page, backend, section, show } = await opened(statusOf({ kind: "ready", offer }));
    await section.getByRole("button", { name: "Restart now" }).click();
    await expect.poll(() => backend.calledNames()).toContain("updates.restart");
    show(statusOf({ kind: "waiting-for-work", running: ["uploads", "dubs"] }));
    await section.getByText("when this work has ended: uploads, dubs").waitFor();
    await page.keyboard.press("Control+1");
    expect(backend.calledNames()).not.toContain("updates.cancel");
    show(statusOf({ kind: "restarting", at: Date.now() + 50_000 }));
    await page.getByText(/Dubyard restarts in \d+ seconds/).waitFor();
    await page.keyboard.press("Shift");
    await expect.poll(() => backend.calledNames()).toContain("updates.cancel");
  });

  test("leaves the installation to the system, and shows what is new afterwards", async () => {
    const { page, backend, section, show } = await opened(
      statusOf(
        { kind: "offered", offer: { ...offer, size: null, url: null }, isLater: false },
        { kind: "deb", installsItself: false },
      ),
    );
    const copied = await recordCopies(page);
    await section.getByRole("button", { name: "Copy command" }).click();
    await expect.poll(copied).toBe("sudo apt install --only-upgrade dubyard");
    expect(await section.getByRole("button", { name: /^Download/ }).count()).toBe(0);
    show(statusOf({ kind: "restart-needed" }, { kind: "deb", installsItself: false }));
    await section.getByText("A new version is installed").waitFor();
    show(statusOf({ kind: "restart-needed" }, { kind: "nsis" }));
    await section.getByText("It is installed when Dubyard restarts").waitFor();
    show(statusOf({ kind: "restart-needed" }, { kind: "mac" }));
    await section.getByText("It is installed when Dubyard ends").waitFor();
    const forced = { news: offer, isModeForced: true, mode: "manual" } as const;
    show(statusOf({ kind: "idle", skipped: null }, forced));
    await section.getByText("Set by the administrator of this computer").waitFor();
    expect(await section.getByRole("combobox").count()).toBe(0);
    await section.getByText("New in this version (1.2.0)").waitFor();
    await section.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => backend.calledNames()).toContain("updates.newsSeen");
  });
});
