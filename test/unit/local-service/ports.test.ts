/** The ports of the rows: how wide they are, and who names which of them. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const service = path.resolve(import.meta.dirname, "../../../main/local-service");
const read = (file: string) => readFileSync(path.join(service, file), "utf8");
const files = readdirSync(service, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => file.endsWith(".ts"));

/** Files that open, compose and close the service. */
const wiring = ["background-work.ts", "compose-routes.ts", "open-store.ts", "server.ts"];
const maxMethods = 20;

/** The ports by name, with the names of their functions. */
const ports = new Map(
  files
    .filter((file) => /^rows\/.*port\.ts$/.test(file))
    .flatMap((file) => [
      ...read(file).matchAll(/^export interface (\w+)[^{]*\{\n((?: {2}.*\n|\n)*?)\}$/gm),
    ])
    .map(([, name = "", body = ""]) => ({
      name,
      methods: [...body.matchAll(/^ {2}(\w+)(?:<\w+>)?\(/gm)].map(([, method = ""]) => method),
    }))
    .filter(({ methods }) => methods.length > 0)
    .map(({ name, methods }) => [name, methods] as const),
);

describe("the ports of the rows", () => {
  test("are narrow, and a function is in one of them", () => {
    expect(ports.size).toBeGreaterThan(30);
    const wide = [...ports].filter(([, methods]) => methods.length > maxMethods);
    expect(wide.map(([name, methods]) => `${name} has ${methods.length} functions`)).toEqual([]);
    const all = [...ports.values()].flat();
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((method, index) => all.indexOf(method) !== index)).toEqual([]);
  });

  test("are all of the whole store, which has no function of its own", () => {
    const [, extended = "", body] =
      /interface LocalStore\s+extends([^{]*)\{([^}]*)\}/.exec(read("rows/port.ts")) ?? [];
    expect(extended.match(/\w+/g)?.sort()).toEqual([...ports.keys()].sort());
    expect(body).toBe("");
  });

  test("hand out neither the database nor a transaction", () => {
    const leaking = files
      .filter((file) => /^rows\/.*port\.ts$/.test(file))
      .filter((file) => /common\/database|node:sqlite|\bDatabase\b/.test(read(file)));
    expect(leaking).toEqual([]);
  });
});

test("only the wiring names the whole store", () => {
  const naming = files.filter((file) => /\bLocalStore\b/.test(read(file)));
  expect(naming.sort()).toEqual(
    [
      ...wiring,
      "rows/compose-rows.ts",
      "rows/port.ts",
      "rows/postgres.ts",
      "rows/sqlite.ts",
    ].sort(),
  );
});

test("routes reach rows through services only", () => {
  const port = new RegExp(
    `\\b(${[...ports.keys()].join("|")})\\b|\\bstore(?:\\.\\w|:)|[{,] store [,}]`,
  );
  const routes = files.filter((file) => file.startsWith("routes/"));
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((file) => port.test(read(file)))).toEqual([]);
});

test("no service hands out its store", () => {
  // In an object that a factory returns, or as a member of the service's interface.
  const returned = /\n {2}return \{\n(?: {4}.*\n)*? {4}store,\n/;
  const handingOut = files.filter(
    (file) =>
      !file.startsWith("rows/") &&
      (returned.test(read(file)) ||
        [...read(file).matchAll(/^export interface (\w+)[^{]*\{\n((?: {2}.*\n|\n)*?)\}$/gm)].some(
          ([, name = "", body = ""]) => !/(Deps|Options)$/.test(name) && /^ {2}store:/m.test(body),
        )),
  );
  expect(handingOut).toEqual([]);
});
