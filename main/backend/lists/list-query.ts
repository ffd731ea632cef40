/** SQL conditions and orders for the pages of a list. */
import type { SqlValue } from "../../common/database/database";
import { searchKey } from "../../common/collation";

/** Sort columns. Equal items are sorted by name. */
export type ItemOrder = "name" | "other" | "amount" | "created" | "updated";

export interface ItemFilter {
  /** As typed; matches items that contain every word. */
  search?: string;
  category?: string;
  subtype?: string;
  /**
   * Values of fields, or of items of arrays, in the JSON of items. Not indexed: for lists of
   * several thousand items.
   */
  fields?: Readonly<Record<string, string>>;
}
export interface ItemPage extends ItemFilter {
  order: ItemOrder;
  isDescending: boolean;
  offset: number;
  limit: number;
  /**
   * Items whose searched text begins with the search come first: for lists that are searched by
   * more than their names, which begin that text.
   */
  prefersNames?: boolean;
}

/** Further words of a search are ignored. */
const maxWords = 10;

const columns: Record<ItemOrder, readonly string[]> = {
  name: ["name_key", "id"],
  other: ["other_key", "name_key", "id"],
  amount: ["amount", "name_key", "id"],
  created: ["created_at", "name_key", "id"],
  updated: ["updated_at", "name_key", "id"],
};

/** The condition of a filter; its first value is the number of the list. */
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
    conditions.push("EXISTS (SELECT 1 FROM json_each(body, ?) WHERE value = ?)");
    values.push(`$.${field}`, value);
  }
  for (const word of wordsOf(filter.search ?? "")) add("instr(search, ?) > 0", word);
  return { where: conditions.join(" AND "), values };
}

/** The words that an item must contain; none for an empty search. */
export function wordsOf(search: string): string[] {
  return [...new Set(searchKey(search).split(" "))]
    .filter((word) => word !== "")
    .slice(0, maxWords);
}

/** The order of a page, and the values of its parameters. */
export function orderOf({ order, isDescending, ...page }: ItemPage): {
  order: string;
  orderValues: SqlValue[];
} {
  const names = columns[order].map((column) => (isDescending ? `${column} DESC` : column));
  const typed = searchKey(page.search ?? "").trim();
  if (!page.prefersNames || typed === "") return { order: names.join(", "), orderValues: [] };
  return { order: ["instr(search, ?) <> 1", ...names].join(", "), orderValues: [typed] };
}
