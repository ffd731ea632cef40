/** The tables of test/SCENARIOS.md and test/MANNERS.md name only tests that exist. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const simulation = "test/unit/backend/uploads/simulation/simulation.test.ts";

interface Row {
  number: number;
  /** The tests that show the scenario: file and title. */
  tests: { file: string; title: string; isMarkedLong: boolean }[];
  missing: string;
}

/** A cell like: `file` "title"; "another title of that file"; S "title of the simulation". */
function testsOf(cell: string): Row["tests"] {
  let file = "";
  return [...cell.matchAll(/`(test\/[^`]+)`|(?<=^|; )S(?= ")|"([^"]+)"( \(long)?/g)].flatMap(
    ([text, path, title, mark]) => {
      if (title !== undefined) return { file, title, isMarkedLong: mark !== undefined };
      file = text === "S" ? simulation : (path ?? "");
      return [];
    },
  );
}

const rowsOf = (document: string): Row[] =>
  readFileSync(path.join(root, document), "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      return { number: Number(cells[1]), tests: testsOf(cells[4] ?? ""), missing: cells[5] ?? "" };
    });

describe.each([
  { document: "test/SCENARIOS.md", count: 50, minTests: 50 },
  { document: "test/MANNERS.md", count: 27, minTests: 40 },
])("$document", ({ document, count, minTests }) => {
  const rows = rowsOf(document);

  test("every row has a test or a reason", () => {
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
    expect(rows.filter(({ tests, missing }) => tests.length === 0 && missing === "")).toEqual([]);
  });

  test("every named test exists", () => {
    const named = rows.flatMap(({ number, tests }) => tests.map((one) => ({ number, ...one })));
    expect(named.length).toBeGreaterThan(minTests);
    const unknown = named.filter(({ file, title }) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return !['"', "`"].some((quote) => text.includes(quote + title + quote));
    });
    expect(unknown).toEqual([]);
  });

  test("long tests are marked", () => {
    const unmarked = rows.flatMap(({ number, tests }) =>
      tests
        .filter(({ file, title, isMarkedLong }) => {
          const [, rest = ""] = readFileSync(path.join(root, file), "utf8").split(title);
          return !isMarkedLong && /^["`],\s*(?:\{\s*\.\.\.)?long\b/.test(rest);
        })
        .map(({ title }) => ({ number, title })),
    );
    expect(unmarked).toEqual([]);
  });
});
