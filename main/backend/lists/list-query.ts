/** What a view asks of a list, as SQL. */
import type { SqlValue } from "../../common/database/database";
import { searchKey } from "../../common/collation";

/** What items can be sorted by. Items that are alike in it follow by name. */
export type ItemOrder = "name" | "other" | "amount" | "created" | "updated";

export interface ItemFilter {
  /** As typed: items that hold every word of it. */
  search?: string;
  category?: string;
  subtype?: string;
  /** Values of fields of the items themselves; for lists of some thousands, as nothing indexes them. */
  fields?: Readonly<Record<string, string>>;
}
export interface ItemPage extends ItemFilter {
  order: ItemOrder;
  isDescending: boolean;
  offset: number;
  limit: number;
}

/** Words of a search; more of them narrow nothing down. */
const maxWords = 10;

const columns: Record<ItemOrder, readonly string[]> = {
  name: ["name_key", "id"],
  other: ["other_key", "name_key", "id"],
  amount: ["amount", "name_key", "id"],
  created: ["created_at", "name_key", "id"],
  updated: ["updated_at", "name_key", "id"],
};

/** The condition for a filter's items of the list that the first value names. */
export function whereOf(filter: ItemFilter): { where: string; values: SqlValue[] } {
  const conditions = ["list = ?"];
  const values: SqlValue[] = [];
  const add = (condition: string, value: string) => {
    conditions.push(condition);
    values.push(value);
  };
  if (filter.category !== undefined) add("category = ?", filter.category);
  if (filter.subtype !== undefined) add("subtype = ?", filter.subtype);
  for (const [field, value] of Object.entries(filter.fields ?? {})) {
    conditions.push("json_extract(body, ?) = ?");
    values.push(`$.${field}`, value);
  }
  for (const word of wordsOf(filter.search ?? "")) add("instr(search, ?) > 0", word);
  return { where: conditions.join(" AND "), values };
}

/** The words that an item must hold; none for a search that is empty. */
export function wordsOf(search: string): string[] {
  return [...new Set(searchKey(search).split(" "))]
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/** The order of a page. */
export function orderOf({ order, isDescending }: ItemPage): string {
  return columns[order].map((column) => (isDescending ? `${column} DESC` : column)).join(", ");
}
