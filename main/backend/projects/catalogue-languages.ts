/** Languages as the cached catalogue of a workspace lists them. */
import type { Violation } from "../../../preload/facts/rules";
import { kindKey } from "../lists/list-definitions";
import { catalogueItems } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";

export function createCatalogueLanguages({ lists }: Pick<ResourceDeps, "lists">) {
  function unknownLanguages(
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ): Violation[] {
    const catalogue = catalogueItems(lists, kindKey(workspaceId, "languages"));
    // Without a cached catalogue the service decides.
    if (catalogue.length === 0) return [];
    const known = new Set(
      catalogue.flatMap(({ id, code }) => [id.toLowerCase(), code.toLowerCase()]),
    );
    return named
      .filter(({ id }) => !known.has(id.toLowerCase()))
      .map(({ field }) => ({ field, rule: "not-a-language" }));
  }

  function languageCode(workspaceId: string, text: string): string {
    const wanted = text.trim().toLowerCase();
    const found = catalogueItems(lists, kindKey(workspaceId, "languages")).find(({ id, code }) =>
      [id, code].some((one) => one.toLowerCase() === wanted),
    );
    return found?.code || text;
  }

  return { unknownLanguages, languageCode };
}
