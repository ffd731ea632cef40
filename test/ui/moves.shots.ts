/** Screenshots of the dialog that moves a workspace to another service. */
import { expect, test } from "vitest";
import type { MoveTarget, WorkspaceMove } from "../../preload/contract/moves";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const other = "North (https://north.example)";
const long = "https://dubbing.a-studio-with-a-long-name.example/services/northern-office";
const targets: MoveTarget[] = [
  { workspaceId: "other", name: "North", location: "https://north.example", refusal: null },
  { workspaceId: "full", name: "South", location: long, refusal: "not-empty" },
];
const ended = {
  workspaceId,
  other,
  targetId: "other",
  isOwn: true,
  isTargetComplete: false,
  progress: null,
  problem: null,
  report: null,
};
const problems = Array.from({ length: 40 }, (_, index) => ({
  name: `films/season 2/Episode ${index}.mp4`,
  problem: "missing" as const,
}));
const states = {
  moving: {
    status: "moving",
    progress: {
      step: "files",
      table: "",
      done: 3,
      total: 12,
      bytes: 2_500_000_000,
      totalBytes: 10_000_000_000,
      secondsLeft: 240,
      isCancelling: false,
    },
  },
  interrupted: { status: "interrupted", problem: { code: "service-full", message: "" } },
  moved: {
    status: "moved",
    report: { rows: 10, files: 3, takes: 4, bytes: 1000, problemCount: 40, problems },
  },
} satisfies Record<string, Partial<WorkspaceMove>>;

describeWindow("The move of a workspace", (open) => {
  for (const [name, options] of [
    ["move-light", { theme: "light" }],
    ["move-dark", { theme: "dark" }],
    ["move-narrow-de", { language: "de", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      let move: WorkspaceMove | null = null;
      const { page, backend, screenshot } = await open({
        at: "#/settings",
        workspace: "local",
        overrides: { "moves.list": () => (move ? [move] : []), "moves.targets": () => targets },
        ...options,
      });
      await page
        .getByRole("button", { name: /: Northlight Studio$/ })
        .last()
        .click();
      await page.getByRole("menuitem", { name: /^(Move to|Umziehen)/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio").first().check();
      await screenshot(`${name}-choice`);
      for (const [state, fields] of Object.entries(states)) {
        const before = await dialog.textContent();
        move = { ...ended, ...fields };
        backend.changed("maintenance");
        await expect.poll(() => dialog.textContent()).not.toBe(before);
        await screenshot(`${name}-${state}`);
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await screenshot(`${name}-banner`);
    });
});
