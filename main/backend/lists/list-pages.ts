/** The pages of cached lists that calls request. */
import type { ItemFilter, ItemOrder, ItemPage } from "./list-query";
import type { Kind, KindKey, Kinds } from "./list-definitions";
import type { ListCache } from "./list-cache";

/** The sort names of the contract, and the columns that they sort by. */
const orders: Readonly<Record<string, ItemOrder>> = {
  name: "name",
  updated: "updated",
  created: "created",
  word: "name",
  progress: "amount",
  status: "other",
  voice: "other",
  language: "other",
  role: "other",
  email: "other",
};

/** The fields of a call that requests a page. */
interface PageInput {
  search: string;
  /** A sort name; "-name" sorts in descending order. */
  sort: string;
  offset: number;
  limit: number;
}

/** A filter value of "" or "all" selects all items. */
export function toItemPage(
  { search, sort, offset, limit }: PageInput,
  { category = "all", subtype = "all", fields = {} }: Omit<ItemFilter, "search"> = {},
): ItemPage {
  const isSet = (value: string) => value !== "" && value !== "all";
  const wanted = Object.entries(fields).filter(([, value]) => isSet(value));
  const isDescending = sort.startsWith("-");
  return {
    search,
    order: orders[sort.slice(isDescending ? 1 : 0)] ?? "name",
    isDescending,
    offset,
    limit,
    ...(isSet(category) ? { category } : {}),
    ...(isSet(subtype) ? { subtype } : {}),
    ...(wanted.length === 0 ? {} : { fields: Object.fromEntries(wanted) }),
  };
}

/** Bound of a catalogue; they have several dozen items. */
const maxCatalogueItems = 10_000;

/** All items of a catalogue, by name. */
export const catalogueItems = <K extends Kind>(
  lists: Pick<ListCache, "page">,
  key: KindKey<K>,
): Kinds[K][] =>
  lists.page(key, { order: "name", isDescending: false, offset: 0, limit: maxCatalogueItems })
    .items;
