import { expect, it } from "vitest";
import { progressTable } from "../../../../main/backend/overview/progress-report";

it("the progress of batches has a row for each language, with minutes of one decimal and no zeros for what has no lines", () => {
  const plan = { dueOn: "2027-03-31", note: "Pilot first" };
  const { columns, rows } = progressTable([
    {
      project: "=Harbour",
      batch: "Ep 1",
      languageId: "fr-fr",
      state: "completed",
      ...plan,
      counted: {
        lines: 40,
        states: { approved: 3, ready: 30, failed: 2, stale: 1, pending: 4 },
        takesMs: 123_456,
        approvedMs: 9_000,
      },
    },
    {
      project: "Night Ferry",
      batch: "",
      languageId: "",
      state: "",
      dueOn: "",
      note: "",
      counted: null,
    },
  ]);
  expect(columns.map(({ name }) => name)).toEqual([
    "Project",
    "Batch",
    "Language",
    "State",
    "Due",
    "Note",
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
  const numbers = ["40", "2.1", "3", "0.2", "30", "0", "2", "1", "4", "0"];
  expect(rows).toEqual([
    ["=Harbour", "Ep 1", "fr-fr", "completed", "2027-03-31", "Pilot first", ...numbers],
    ["Night Ferry", "", "", "", "", "", ...numbers.map(() => "")],
  ]);
});
