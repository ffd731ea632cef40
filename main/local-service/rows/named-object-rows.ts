/** SQL of the objects that rows name. */
import { all, exists, type Rows } from "./unit-of-work";
import type { KeptKind, NamedKind, NamedObject, NamedObjectRows } from "./named-object-port";

const takeName = "batch_id || ', ' || language_id || ', line ' || number AS name";
const takeEnd = "ORDER BY id LIMIT ?";

const pages: Readonly<Record<NamedKind, string>> = {
  media:
    "SELECT location, path AS name, size, path AS cursor FROM files WHERE path > ? ORDER BY path LIMIT ?",
  script: "SELECT location, name, size, id AS cursor FROM scripts WHERE id > ? ORDER BY id LIMIT ?",
  take: `SELECT location, ${takeName}, bytes AS size, CAST(id AS TEXT) AS cursor FROM takes
    WHERE id > CAST(? AS BIGINT) AND location IS NOT NULL ${takeEnd}`,
  speech: `SELECT speech AS location, ${takeName}, NULL AS size, CAST(id AS TEXT) AS cursor FROM takes
    WHERE id > CAST(? AS BIGINT) AND speech IS NOT NULL ${takeEnd}`,
  delivery: `SELECT location, path AS name, bytes AS size,
      export_id || ' ' || CAST(position AS TEXT) AS cursor FROM export_files
    WHERE (export_id, position) > (?, CAST(? AS BIGINT)) AND location IS NOT NULL
    ORDER BY export_id, position LIMIT ?`,
};
const tables: Readonly<Record<KeptKind, string>> = {
  media: "files",
  script: "scripts",
  take: "takes",
};
/** The values of a cursor; "" stands before the first row. */
function keyOf(kind: NamedKind, after: string): readonly string[] {
  if (kind === "take" || kind === "speech") return [after || "0"];
  if (kind !== "delivery") return [after];
  const [exportId = "", position = "0"] = after.split(" ");
  return [exportId, position];
}

const unfinishedSql = `SELECT staged AS location FROM publishing UNION SELECT location FROM publishing
  UNION SELECT location FROM removals UNION SELECT 'media/' || id FROM uploads`;

export const createNamedObjectRows = (rows: Rows): NamedObjectRows => ({
  listNamedObjects: rows.read((kind, after, limit) =>
    all<NamedObject>(pages[kind], ...keyOf(kind, after), limit),
  ),
  isNamed: rows.read((kind, location) =>
    exists(`SELECT 1 AS found FROM ${tables[kind]} WHERE location = ?`, location),
  ),
  listUnfinishedLocations: rows.read(function* () {
    const found = yield* all<{ location: string }>(unfinishedSql);
    return found.map(({ location }) => location);
  }),
});
