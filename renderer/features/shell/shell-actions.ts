import Command from "@lucide/svelte/icons/command";
import Keyboard from "@lucide/svelte/icons/keyboard";
import Settings from "@lucide/svelte/icons/settings";
import SquarePlay from "@lucide/svelte/icons/square-play";
import Upload from "@lucide/svelte/icons/upload";
import type { Icon } from "../../lib/icon";
import { offerActions, type Action } from "../../lib/actions.svelte";
import { router } from "../../lib/router.svelte";
import type { Route } from "../../lib/routes";
import { t } from "../../lib/strings";

/** A place of the sidebar. */
export interface Place {
  screen: Route["screen"];
  route: Route;
  title: string;
  icon: Icon;
  shortcut: string;
}

/** The places, in the order of the sidebar. */
export const places: readonly Place[] = [
  {
    screen: "media",
    route: { screen: "media", folder: "" },
    title: t.navigation.media,
    icon: SquarePlay,
    shortcut: "Mod+1",
  },
  {
    screen: "uploads",
    route: { screen: "uploads" },
    title: t.navigation.uploads,
    icon: Upload,
    shortcut: "Mod+2",
  },
  {
    screen: "settings",
    route: { screen: "settings" },
    title: t.navigation.settings,
    icon: Settings,
    shortcut: "Mod+,",
  },
];

/** Offers what works on every screen. */
export function offerShellActions(open: {
  openPalette: () => void;
  openShortcuts: () => void;
}): void {
  const list: Action[] = [
    ...places.map(({ screen, route, title, icon, shortcut }) => ({
      id: `go.${screen}`,
      title: t.navigation.goTo(title),
      icon,
      shortcut,
      group: t.navigation.goToGroup,
      run: () => router.go(route),
    })),
    {
      id: "app.settings",
      title: t.navigation.settings,
      isMenuOnly: true,
      run: () => router.go({ screen: "settings" }),
    },
    {
      id: "app.palette",
      title: t.app.palette,
      icon: Command,
      shortcut: "Mod+K",
      group: t.app.group,
      run: open.openPalette,
    },
    {
      id: "app.shortcuts",
      title: t.app.shortcuts,
      icon: Keyboard,
      shortcut: "?",
      group: t.app.group,
      run: open.openShortcuts,
    },
  ];
  offerActions(() => list);
}
