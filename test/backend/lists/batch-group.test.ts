/** The group of a batch, by words that are likely and not public. */
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
  ["every language complete", { translations: [translation(true)], status: "FAILED" }, "done"],
  ["all of it", { completionPercentage: 100, status: "whatever" }, "done"],
  ["no language at all", { translations: [] }, "running"],
  ["a word of success alone", { status: "COMPLETED" }, "idle"],
  ["ready", { status: "ready", translations: [translation(false, "ready")] }, "idle"],
  ["ready in capitals", { status: " READY " }, "idle"],
  ["dubbed", { status: "DUBBED", completionPercentage: 40 }, "idle"],
  [
    "ready with a language that has no text yet",
    { status: "ready", translations: [translation(false, "ready"), translation(false, "pending")] },
    "idle",
  ],
  [
    "ready with a language that is worked on",
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
  ["a word of failure", { status: "Failed" }, "failed"],
  ["another", { status: " cancelled " }, "failed"],
  [
    "a language that failed",
    { translations: [translation(true), translation(false, "ERROR")] },
    "failed",
  ],
  [
    "a failed word of a complete language",
    { translations: [translation(true, "ERROR"), translation(false)] },
    "running",
  ],
  ["casting", { status: "casting" }, "needs-attention"],
  [
    "a word like casting",
    { status: "WAITING_FOR_CASTING", isCastingCompleted: false },
    "needs-attention",
  ],
  ["casting that is over", { status: "CASTING_DONE", isCastingCompleted: true }, "running"],
  ["no casting, but another word", { status: "ingesting", isCastingCompleted: false }, "running"],
  ["a word that nobody knows", { status: "MARINATING" }, "running"],
])("%s", (_name, fields, group) => {
  expect(batchGroup(batch(fields))).toBe(group);
});

it("shares what a batch has come to among the languages that are not complete", () => {
  const translations = [translation(true), translation(false), translation(false)];
  const one = withGroup(batch({ translations, completionPercentage: 50 }));
  expect(translations.map((each) => languagePercentage(one, each))).toEqual([100, 25, 25]);
  const lower = withGroup(batch({ translations, completionPercentage: 10 }));
  expect(translations.map((each) => languagePercentage(lower, each))).toEqual([100, 0, 0]);
});
