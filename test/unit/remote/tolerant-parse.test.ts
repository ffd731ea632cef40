/** Tolerant parsing of items (interface-notes § Answers to be tolerant of). */
import { describe, expect, it } from "vitest";
import { fieldsIn } from "../../../main/remote/http/http-errors";
import { readJsonList } from "../../../main/remote/http/json-list";
import { toCharacter } from "../../../main/remote/casting";
import {
  flag,
  idOf,
  merged,
  timestamp,
  number,
  text,
  type ListChunks,
} from "../../../main/remote/http/tolerant-parse";

async function* cut(whole: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += size)
    yield await Promise.resolve(bytes.subarray(at, at + size));
}
async function elements(whole: string, size = 5): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const portion of readJsonList(cut(whole, size))) all.push(...portion);
  return all;
}

describe("a list of any items", () => {
  const items = [{ a: ["]", { b: '"}' }], c: "\\" }, null, 4.5, [[]], "é,🎬", true, {}];
  it.each([1, 2, 3, 64, 100_000])("is parsed from chunks of %i bytes", async (size) => {
    expect(await elements(JSON.stringify(items), size)).toEqual(items);
    expect(await elements(`\uFEFF ${JSON.stringify(items, null, 2)}\n`, size)).toEqual(items);
  });
  it.each(["[1 2]", "[{]}", '[{"a":1}', "[1]]", "{}", "", "[1,,2]", "nonsense", '["\\u12"]'])(
    "cannot be %j",
    async (whole) => {
      await expect(elements(whole)).rejects.toMatchObject({ code: "unexpected-answer" });
    },
  );
  it("has a maximum size of its elements", async () => {
    const long = `["${"x".repeat(2 * 1024 ** 2)}"]`;
    await expect(elements(long, 65_536)).rejects.toMatchObject({ code: "unexpected-answer" });
  });
});

describe("fields", () => {
  it("are parsed from other types", () => {
    expect([text(5), text(true), text(null), text({})]).toEqual(["5", "true", "", ""]);
    expect([idOf(7), idOf(""), idOf(undefined), idOf("x".repeat(1001))]).toEqual([
      "7",
      null,
      null,
      null,
    ]);
    expect([number("42", 0), number("42.5 %", 0), number("many", 1), number(NaN, 2)]).toEqual([
      42, 42.5, 1, 2,
    ]);
    expect([flag(true), flag("True"), flag(1), flag("no"), flag(null)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(timestamp("2030-01-01T00:00:00Z")).toBe(Date.UTC(2030, 0, 1));
    expect([timestamp("soon"), timestamp(null), timestamp(1e20), timestamp(5)]).toEqual([
      null,
      null,
      null,
      5,
    ]);
  });
  it("of a character contain no voice without a name", () => {
    expect(toCharacter({ id: "1", voice: { name: "", gender: "" } })?.voice).toBeNull();
    expect(toCharacter({ id: "1", voice: "Ada" })?.voice).toMatchObject({
      name: "Ada",
      gender: "",
    });
    expect(toCharacter({ name: "Ada" })).toBeNull();
  });
});

it("an error response contains its fields", () => {
  expect(fieldsIn("name: is too long")).toEqual([{ field: "name", message: "is too long" }]);
  expect(fieldsIn("settings.noOfSpeakers: no; languages[2].id: unknown: x")).toEqual([
    { field: "settings.noOfSpeakers", message: "no" },
    { field: "languages[2].id", message: "unknown: x" },
  ]);
  expect(fieldsIn("something went wrong")).toBeNull();
  expect(fieldsIn("")).toBeNull();
});

it("several lists are joined, and an error in one rejects all", async () => {
  let closed = 0;
  async function* list(...rows: number[]): ListChunks<number> {
    try {
      for (const row of rows) {
        await Promise.resolve();
        if (row < 0) throw new Error("simulated failure");
        yield { rows: [row], dropped: 0 };
      }
    } finally {
      closed += 1;
    }
  }
  const all: number[] = [];
  for await (const { rows } of merged([list(1, 2), list(), list(3)])) all.push(...rows);
  expect(all.sort()).toEqual([1, 2, 3]);
  const failing = async () => {
    for await (const { rows } of merged([list(1, 2, 3, 4, 5, 6), list(1, -1)])) all.push(...rows);
  };
  await expect(failing()).rejects.toThrow("simulated failure");
  await Promise.resolve();
  expect(closed).toBe(5);
});
