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
  delivery: `SELECT location, path AS name, bytes AS size, location AS cursor FROM export_files
    WHERE location > ? ORDER BY location LIMIT ?`,
};
const tables: Readonly<Record<KeptKind, string>> = {
  media: "files",
  script: "scripts",
  take: "takes",
};
const hasNumbers = (kind: NamedKind) => kind === "take" || kind === "speech";

const unfinishedSql = `SELECT staged AS location FROM publishing UNION SELECT location FROM publishing
  UNION SELECT location FROM removals UNION SELECT 'media/' || id FROM uploads`;

export const createNamedObjectRows = (rows: Rows): NamedObjectRows => ({
  listNamedObjects: rows.read((kind, after, limit) =>
    all<NamedObject>(pages[kind], hasNumbers(kind) && after === "" ? "0" : after, limit),
  ),
  isNamed: rows.read((kind, location) =>
    exists(`SELECT 1 AS found FROM ${tables[kind]} WHERE location = ?`, location),
  ),
  listUnfinishedLocations: rows.read(function* () {
    const found = yield* all<{ location: string }>(unfinishedSql);
    return found.map(({ location }) => location);
  }),
});
