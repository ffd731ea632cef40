import type { TableView } from "../../preload/contract/scripts";
import { plainRoles, type ColumnRole } from "../../preload/facts/script-columns";
import { scriptLanguages } from "../../preload/facts/script-languages";
import { formatLanguage } from "../app/format";
import { t } from "../app/strings";

interface RoleOption {
  value: ColumnRole;
  title: string;
}

/** What a column can contain, other than texts in a named language. */
export const roleOptions = (): RoleOption[] =>
  (
    ["ignore", "character", "text", ...plainRoles.filter((role) => role !== "character")] as const
  ).map((value) => ({ value, title: t.scripts.assign.roles[value] }));

/** Texts by their language: those of `own` first. */
export function textOptions(own: readonly string[]): RoleOption[] {
  const first = new Set(own.map((id) => id.toLowerCase()));
  return scriptLanguages
    .map((code) => ({ id: code.toLowerCase(), title: formatLanguage(code) }))
    .sort(
      (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)) || a.title.localeCompare(b.title),
    )
    .map(({ id, title }) => ({ value: `text:${id}` as const, title }));
}

/** Why columns with these contents cannot be read; null if they can. */
export function columnsProblem(roles: readonly ColumnRole[]): string | null {
  const used = roles.filter((role) => role !== "ignore");
  if (new Set(used).size < used.length) return t.scripts.assign.twice;
  if (!used.some((role) => role.startsWith("text"))) return t.scripts.assign.noText;
  const hasEnd = used.includes("end") || used.includes("duration");
  return used.includes("start") === hasEnd ? null : t.scripts.assign.halfTime;
}

/** The rows that are shown: those down to the header, and some lines below it. */
export const shownRows = ({ rows, headerRow }: TableView) =>
  rows.filter(({ row }) => row <= Math.max(headerRow + 4, 6));
