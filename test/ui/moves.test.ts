/** The dialog that moves a workspace to another service, in each of its states: about 1 s. */
import { expect, test } from "vitest";
import type { MoveTarget, WorkspaceMove } from "../../preload/contract/moves";
import { axeViolations } from "./axe";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const other = "North (https://north.example)";
const target = { workspaceId: "other", name: "North", location: "https://north.example" };
const targets: MoveTarget[] = [
  { ...target, refusal: null },
  { ...target, workspaceId: "full", name: "South", refusal: "not-empty" },
];
const running = {
  step: "files" as const,
  table: "",
  done: 3,
  total: 12,
  bytes: 2_500_000_000,
  totalBytes: 10_000_000_000,
  secondsLeft: 240,
  isCancelling: false,
};
const none = {
  workspaceId,
  other,
  targetId: "other",
  isOwn: true,
  isTargetComplete: false,
  progress: null,
  problem: null,
  report: null,
};

describeWindow("Moves of workspaces", (open) => {
  test("are chosen and confirmed, show their progress, continue, and end", async () => {
    let move: WorkspaceMove | null = null;
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      seedApplication: (application) =>
        application.run(
          `INSERT INTO workspaces VALUES ('other', 'North', 'hosted', 'https://north.example', 'c', 'raw', '', 1,
             '["move"]', '{}', '{"name":"North","person":null}')`,
        ),
      overrides: {
        "workspaces.list": async (input, real) =>
          (await real(input)).map((one) => ({ ...one, state: "online" as const })),
        "uploads.summary": async (input, real) => {
          const summary = await real(input);
          return { ...summary, counts: { ...summary.counts, all: summary.counts.done + 2 } };
        },
        "moves.list": () => (move ? [move] : []),
        "moves.targets": () => targets,
        "moves.start": () => null,
        "moves.cancel": () => undefined,
        "moves.discard": () => {
          move = null;
        },
      },
    });
    const show = (next: Partial<WorkspaceMove>) => {
      move = { ...none, status: "none", ...next };
      backend.changed("maintenance");
    };
    await page.getByRole("button", { name: "More actions: Northlight Studio" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    const dialog = page.getByRole("dialog", { name: "Move “Northlight Studio”" });
    await dialog.getByText("Size with scripts and takes").waitFor();
    const start = dialog.getByRole("button", { name: "Move…" });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByRole("radio", { name: /South.*Is not empty/ }).check();
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("ArrowUp");
    expect(await dialog.getByRole("radio", { name: /North/ }).isChecked()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await start.click();
    const question = page.getByRole("alertdialog", { name: "Move “Northlight Studio” now?" });
    await question.getByText(/copied to North.*can only be read.*waiting.*: 2 uploads/).waitFor();
    expect(backend.lastInput("moves.start")).toBeUndefined();
    await question.getByRole("button", { name: "Move", exact: true }).click();
    await expect
      .poll(() => backend.lastInput("moves.start"))
      .toEqual({ workspaceId, targetId: "other" });

    show({ status: "moving", progress: running });
    await dialog.getByText("Media are sent").waitFor();
    await dialog.getByText("3 of 12 · 2.5 of 10.0 GB · 4 min left").waitFor();
    expect(backend.lastInput("moves.stopCounting")).toEqual({ workspaceId });
    const bar = dialog.getByRole("progressbar", { name: "Move of Northlight Studio" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("25");
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop move" }).click();
    await expect.poll(() => backend.lastInput("moves.cancel")).toEqual({ workspaceId });

    const problem = { code: "service-full" as const, message: "" };
    show({ status: "interrupted", problem });
    await dialog.getByText(`The move to ${other} was interrupted`).waitFor();
    await dialog.getByText("The service is out of storage space").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Continue move" }).click();
    await expect
      .poll(() => backend.calledNames().filter((name) => name === "moves.start").length)
      .toBe(2);
    await dialog.getByRole("button", { name: "Discard move…" }).click();
    await page.getByText("What North has received is deleted there.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(backend.lastInput("moves.discard")).toBeUndefined();
    // Begun with another program.
    show({ status: "interrupted", isOwn: false });
    await dialog.getByText(/is being moved to .*, or the move was interrupted/).waitFor();
    // Only the source was not informed.
    show({ status: "interrupted", isTargetComplete: true });
    await dialog.getByText("The target is complete.").waitFor();
    expect(await dialog.getByRole("button", { name: "Discard move…" }).count()).toBe(0);

    const report = { rows: 10, files: 3, takes: 4, bytes: 1000, problemCount: 1 };
    const problems = [{ name: "films/a.mp4", problem: "missing" as const }];
    show({ status: "moved", report: { ...report, problems } });
    await dialog.getByText("10 rows, 3 files, 4 scripts and takes; 1.0 kB sent").waitFor();
    await dialog.getByText("films/a.mp4: has no bytes").waitFor();
    await dialog.getByRole("button", { name: "Allow changes again…" }).click();
    await page.getByRole("button", { name: "Allow changes", exact: true }).click();
    await page.getByText("“Northlight Studio” can be changed again").waitFor();
    expect(backend.lastInput("moves.discard")).toEqual({ workspaceId });
    await dialog.waitFor({ state: "detached" });

    // Without the dialog, a banner says why nothing can be changed.
    show({ status: "moved" });
    await page.getByText(`This workspace was moved to ${other}.`).waitFor();
    await page.getByRole("button", { name: "Open North" }).click();
    await page.getByText(`This workspace was moved to ${other}.`).waitFor({ state: "detached" });
  });
});
