/** The projects and batches that were shown before, as entries of native menus. */
import type { MenuItemConstructorOptions } from "electron";
import type { RecentItem } from "../../backend/settings/recent";

/** Entries that open what was shown before. Names are shown as they are: "&" marks no mnemonic. */
export const recentRows = (
  recent: readonly RecentItem[],
  open: (link: string) => void,
): MenuItemConstructorOptions[] =>
  recent.map(({ title, link }) => ({
    label: title.replaceAll("&", "&&"),
    click: () => open(link),
  }));
