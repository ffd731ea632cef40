/** The SQL of units of work as that of PostgreSQL. */
import { createHash } from "node:crypto";

/** The SQL of PostgreSQL for each token. */
const tokens: Readonly<Record<string, string>> = {
  "@texts": "(SELECT json_array_elements_text(?::json))",
  "@numbers": "(SELECT json_array_elements_text(?::json)::BIGINT)",
  "@items": "json_array_elements(?::json) AS items (value)",
  "@least": "LEAST",
  "@greatest": "GREATEST",
  "@position": "strpos",
  // The database has the character type C, with which it folds only ASCII letters.
  "@like": "ILIKE",
  "@share": "FOR SHARE",
  "@now": "floor(extract(epoch FROM now()) * 1000)::BIGINT",
  "@setSequence": "setval",
  "@analyze": "ANALYZE",
  "@deferForeignKeys": "SET CONSTRAINTS ALL DEFERRED",
  "@schemaVersion": "SELECT schema_version FROM workspace",
};

/** The functions of PostgreSQL that make JSON. */
const functions: Readonly<Record<string, string>> = {
  json_group_array: "json_agg",
  json_group_object: "json_object_agg",
  json_array: "json_build_array",
  json_object: "json_build_object",
};

/** Texts and quoted names. */
const literal = /('(?:[^']|'')*'|"[^"]*")/;
const camelCase = /\b[a-z]+[A-Z]\w*\b/g;

/**
 * Translates tokens, functions and the names in camel case, which PostgreSQL would fold, and
 * numbers the parameters.
 * @throws Error for an unknown token
 */
export function toPostgres(sql: string): string {
  let parameters = 0;
  const translate = (part: string) =>
    part
      .replaceAll(/@\w+/g, (token) => {
        const translated = tokens[token];
        if (translated === undefined) throw new Error(`unknown token in SQL: ${token}`);
        return translated;
      })
      .replaceAll(/\bjson_\w+(?=\()/g, (name) => functions[name] ?? name)
      .replaceAll(camelCase, (name) => `"${name}"`)
      .replaceAll("?", () => {
        parameters += 1;
        return `$${parameters}`;
      });
  return sql
    .split(literal)
    .map((part, index) => (index % 2 === 0 ? translate(part) : part))
    .join("");
}

/** A statement that each connection prepares once, under its name. */
export interface Prepared {
  name: string;
  text: string;
}

const prepared = new Map<string, Prepared>();

/** The statement of a text with tokens. */
export function preparedOf(sql: string): Prepared {
  let statement = prepared.get(sql);
  if (statement === undefined) {
    const text = toPostgres(sql);
    // Processes that share connections of a pooler must not give one name to two texts.
    const name = createHash("sha256").update(text).digest("base64url");
    statement = { name, text };
    prepared.set(sql, statement);
  }
  return statement;
}
