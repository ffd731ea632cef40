import { expect, it } from "vitest";
import { progressTable } from "../../../main/backend/review/progress-report";

it("the progress of dubs has a row for each project and language, with minutes of one decimal", () => {
  const { columns, rows } = progressTable([
    {
      projectId: "p",
      project: "=Harbour",
      languageId: "fr-fr",
      lines: 40,
      next: null,
      states: { approved: 3, ready: 30, failed: 2, stale: 1, pending: 4 },
      takesMs: 123_456,
      approvedMs: 9_000,
    },
  ]);
  expect(columns.map(({ name }) => name)).toEqual([
    "Project",
    "Language",
    "Lines",
    "Minutes",
    "Approved",
    "Approved Minutes",
    "To Review",
    "Rejected",
    "Failed",
    "Outdated",
    "No Take",
    "Being Made",
  ]);
  expect(rows).toEqual([
    ["=Harbour", "fr-fr", "40", "2.1", "3", "0.2", "30", "0", "2", "1", "4", "0"],
  ]);
});
