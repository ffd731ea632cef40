/** SQL and errors of PostgreSQL. The statements themselves run in test/postgres. */
import { describe, expect, it } from "vitest";
import { isDiskFull, toHttpError } from "../../../main/local-service/common/http-error";
import { checkSettings } from "../../../main/local-service/rows/postgres/open-database";
import { isRepeatable, toServiceError } from "../../../main/local-service/rows/postgres/errors";
import { preparedOf, toPostgres } from "../../../main/local-service/rows/postgres/sql";

describe("SQL", () => {
  it("has numbered parameters and quoted names, but not within texts", () => {
    expect(toPostgres("SELECT a AS isMade, '?aB@x' || b'' FROM t WHERE c = ? AND d < ?")).toBe(
      `SELECT a AS "isMade", '?aB@x' || b'' FROM t WHERE c = $1 AND d < $2`,
    );
    expect(toPostgres(`SELECT "from", 'it''s ?', takeId`)).toBe(
      `SELECT "from", 'it''s ?', "takeId"`,
    );
  });

  it("has the functions and lists of PostgreSQL", () => {
    expect(toPostgres("SELECT json_group_array(json_array(a)) FROM t WHERE b IN @texts")).toBe(
      "SELECT json_agg(json_build_array(a)) FROM t WHERE b IN (SELECT json_array_elements_text($1::json))",
    );
    expect(toPostgres("SELECT @least(a, @now) FROM @items WHERE b @like ?")).toContain("ILIKE $2");
  });

  it("refuses unknown tokens", () => {
    expect(() => toPostgres("SELECT @other")).toThrow("unknown token in SQL: @other");
  });

  it("is prepared under a name of its text that PostgreSQL keeps whole", () => {
    const one = preparedOf("SELECT ?");
    expect(preparedOf("SELECT ?")).toBe(one);
    expect(preparedOf("SELECT  ?").name).not.toBe(one.name);
    expect(one.name.length).toBeLessThan(64);
  });
});

describe("an error of the database", () => {
  const withCode = (code: string, message = "failed") =>
    Object.assign(new Error(message), { code });

  it.each([
    "53300",
    "57P01",
    "57P03",
    "08006",
    "55P03",
    "40001",
    "25P03",
    "ECONNREFUSED",
    "ENOENT",
  ])("%s is 503, to be repeated after 2 s", (code) => {
    const error = toHttpError(toServiceError(withCode(code)));
    expect(error).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  });

  it("that is a lost connection is 503", () => {
    const lost = new Error("Connection terminated unexpectedly");
    expect(toHttpError(toServiceError(lost))?.status).toBe(503);
  });

  it("that is a full disk is that of the service", () => {
    const error = toServiceError(withCode("53100"));
    expect(isDiskFull(error)).toBe(true);
    expect(toHttpError(error)?.status).toBe(507);
  });

  it("of a text that cannot be stored is 400", () => {
    expect(toHttpError(toServiceError(withCode("22021")))?.status).toBe(400);
  });

  it("of any other kind stays unexpected, and its text is not sent", () => {
    const error = withCode("42P01", 'relation "x" does not exist');
    expect(toServiceError(error)).toBe(error);
    expect(toHttpError(error)).toBeNull();
  });

  it("repeats only deadlocks and conflicts", () => {
    expect(
      ["40P01", "40001", "55P03", "23505"].map((code) => isRepeatable(withCode(code))),
    ).toEqual([true, true, false, false]);
  });
});

it.each([
  [
    "of an earlier version",
    { version: 140_012, shown: "14.12" },
    "is PostgreSQL 14.12; version 15",
  ],
  ["of the collation of ICU", { provider: "i" }, "has the collation C, not C"],
  ["that is a replica", { isReadOnly: 1 }, "is a copy that can only be read"],
])("a database %s is refused in one line", async (_name, more, reason) => {
  const good = { version: 150_018, shown: "15.18", encoding: "UTF8", provider: "c", isReadOnly: 0 };
  const settings = { ...good, collation: "C", characterType: "C", ...more };
  const query = () => Promise.resolve({ rows: [settings] });
  const error: unknown = await checkSettings({ query } as never).catch((found: unknown) => found);
  expect(String(error)).toContain(`the database ${reason}`);
  expect(String(error)).not.toContain("\n");
});
