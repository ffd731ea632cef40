import { expect, it } from "vitest";
import type { ResourceList } from "../../../../preload/model/resources";
import {
  addRecent,
  clearRecent,
  readRecent,
  removeMissingRecent,
  removeRecentOf,
} from "../../../../main/backend/settings/recent";

function preferences(stored: unknown) {
  const values = new Map<string, unknown>([["recent", stored]]);
  return {
    get: <T>(key: string, fallback: T) => (values.get(key) ?? fallback) as T,
    set: (key: string, value: unknown) => void values.set(key, value),
  };
}
const item = (number: number, title = `Project ${number}`) => ({
  title,
  link: `dubyard://open/project?projectId=${number}`,
  workspaceId: number % 2 === 0 ? "even" : "odd",
  projectId: String(number),
  batchId: "",
});

it("what was shown last is first, with its present name, and each item once", () => {
  const stored = preferences([]);
  for (let number = 1; number <= 10; number += 1) addRecent(stored, item(number));
  expect(readRecent(stored).map(({ title }) => title)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Project ${number}`),
  );
  expect(addRecent(stored, item(5, "Renamed"))[0]).toEqual(item(5, "Renamed"));
  expect(readRecent(stored).filter(({ link }) => link === item(5).link)).toHaveLength(1);
  clearRecent(stored);
  expect(readRecent(stored)).toEqual([]);
});

it("items of a removed workspace are removed, those of others stay", () => {
  const stored = preferences([item(4), item(3), item(2), item(1)]);
  expect(removeRecentOf(stored, "even")).toEqual([item(3), item(1)]);
  expect(readRecent(stored)).toEqual([item(3), item(1)]);
});

it("items of deleted projects and batches are removed when a list without them was read", () => {
  const batch = { ...item(6), link: "dubyard://open/batch", batchId: "b" };
  const earlier = { ...item(8), projectId: "" };
  const stored = preferences([batch, earlier, item(6), item(4), item(3)]);
  const remove = (list: ResourceList, known: string[]) =>
    removeMissingRecent(stored, { workspaceId: "even", list, has: (id) => known.includes(id) });
  expect(remove({ kind: "projects" }, ["4", "6"])).toBe(null);
  expect(remove({ kind: "projects" }, ["6"])).toEqual([batch, earlier, item(6), item(3)]);
  expect(remove({ kind: "batches", projectId: "4" }, [])).toBe(null);
  expect(remove({ kind: "voices", model: "m" }, [])).toBe(null);
  expect(remove({ kind: "batches", projectId: "6" }, [])).toEqual([earlier, item(6), item(3)]);
  expect(readRecent(stored)).toEqual([earlier, item(6), item(3)]);
});

it("values of another version are no items", () => {
  for (const stored of [null, "x", [{ title: "" }], [item(1), 2]])
    expect(readRecent(preferences(stored))).toEqual([]);
});
