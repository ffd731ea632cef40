/** Groups of batches for documented status words and for likely undocumented ones. */
import { expect, it } from "vitest";
import { batchGroup, withGroup } from "../../../main/backend/lists/batch-group";
import { languagePercentage } from "../../../preload/facts/rules";
import type { RemoteBatch } from "../../../main/remote/batches";

const batch = (fields: Partial<RemoteBatch>): RemoteBatch => ({
  id: "1",
  projectId: "p",
  name: "",
  status: "",
  message: "",
  completionPercentage: 0,
  translations: [],
  isCastingCompleted: true,
  createdAt: null,
  updatedAt: null,
  ...fields,
});
const translation = (isCompleted: boolean, status = "") => ({
  languageId: "fr-fr",
  type: "",
  isCompleted,
  status,
});

it.each<[string, Partial<RemoteBatch>, string]>([
  ["all languages completed", { translations: [translation(true)], status: "FAILED" }, "done"],
  ["100 percent", { completionPercentage: 100, status: "whatever" }, "done"],
  ["no languages", { translations: [] }, "running"],
  ["only a status word of success", { status: "COMPLETED" }, "idle"],
  ["ready", { status: "ready", translations: [translation(false, "ready")] }, "idle"],
  ["ready in capitals", { status: " READY " }, "idle"],
  ["dubbed", { status: "DUBBED", completionPercentage: 40 }, "idle"],
  [
    "ready with a language without text",
    { status: "ready", translations: [translation(false, "ready"), translation(false, "pending")] },
    "idle",
  ],
  [
    "ready with a language in progress",
    { status: "READY", translations: [translation(true), translation(false, "INFERRING")] },
    "running",
  ],
  [
    "ready with a language that failed",
    { status: "ready", translations: [translation(false, "failed")] },
    "failed",
  ],
  ["inferring", { status: "inferring" }, "running"],
  ["a review", { status: "WAITING_FOR_SOURCE_REVIEW" }, "needs-attention"],
  ["a status word of failure", { status: "Failed" }, "failed"],
  ["another status word", { status: " cancelled " }, "failed"],
  [
    "a failed language",
    { translations: [translation(true), translation(false, "ERROR")] },
    "failed",
  ],
  [
    "a completed language with a failed status word",
    { translations: [translation(true, "ERROR"), translation(false)] },
    "running",
  ],
  ["casting", { status: "casting" }, "needs-attention"],
  [
    "a word that contains casting",
    { status: "WAITING_FOR_CASTING", isCastingCompleted: false },
    "needs-attention",
  ],
  ["completed casting", { status: "CASTING_DONE", isCastingCompleted: true }, "running"],
  [
    "completed casting with another status word",
    { status: "ingesting", isCastingCompleted: false },
    "running",
  ],
  ["an unknown status word", { status: "MARINATING" }, "running"],
])("%s", (_name, fields, group) => {
  expect(batchGroup(batch(fields))).toBe(group);
});

it("divides the progress of a batch among the languages that are not completed", () => {
  const translations = [translation(true), translation(false), translation(false)];
  const one = withGroup(batch({ translations, completionPercentage: 50 }));
  expect(translations.map((each) => languagePercentage(one, each))).toEqual([100, 25, 25]);
  const lower = withGroup(batch({ translations, completionPercentage: 10 }));
  expect(translations.map((each) => languagePercentage(lower, each))).toEqual([100, 0, 0]);
});
