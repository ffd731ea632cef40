import Command from "@lucide/svelte/icons/command";
import Folder from "@lucide/svelte/icons/folder";
import House from "@lucide/svelte/icons/house";
import Keyboard from "@lucide/svelte/icons/keyboard";
import Mic from "@lucide/svelte/icons/mic";
import Send from "@lucide/svelte/icons/send";
import Settings from "@lucide/svelte/icons/settings";
import SquarePlay from "@lucide/svelte/icons/square-play";
import Undo2 from "@lucide/svelte/icons/undo-2";
import Upload from "@lucide/svelte/icons/upload";
import Users from "@lucide/svelte/icons/users";
import type { Icon } from "../../lib/icon";
import { offerActions, type Action } from "../../lib/actions.svelte";
import { router } from "../../lib/router.svelte";
import type { Route, Screen } from "../../lib/routes";
import type { Session } from "../../lib/session.svelte";
import { t } from "../../lib/strings";
import { toasts } from "../../lib/toasts.svelte";
import { appearanceActions, diagnosticActions } from "./app-actions";

/** A place of the sidebar. */
export interface Place {
  screen: Screen;
  route: Route;
  title: string;
  icon: Icon;
  shortcut: string;
}

/** The places of the work itself, in the order of the sidebar. */
export const workPlaces: readonly Place[] = [
  {
    screen: "overview",
    route: { screen: "overview" },
    title: t.navigation.overview,
    icon: House,
    shortcut: "Mod+1",
  },
  {
    screen: "projects",
    route: { screen: "projects" },
    title: t.navigation.projects,
    icon: Folder,
    shortcut: "Mod+2",
  },
  {
    screen: "media",
    route: { screen: "media", folder: "" },
    title: t.navigation.media,
    icon: SquarePlay,
    shortcut: "Mod+3",
  },
  {
    screen: "uploads",
    route: { screen: "uploads" },
    title: t.navigation.uploads,
    icon: Upload,
    shortcut: "Mod+4",
  },
  {
    screen: "outbox",
    route: { screen: "outbox" },
    title: t.outbox.title,
    icon: Send,
    shortcut: "Mod+7",
  },
];
/** The places of the workspace that the work is done in. */
export const workspacePlaces: readonly Place[] = [
  {
    screen: "voices",
    route: { screen: "voices" },
    title: t.navigation.voices,
    icon: Mic,
    shortcut: "Mod+5",
  },
  {
    screen: "users",
    route: { screen: "users" },
    title: t.navigation.users,
    icon: Users,
    shortcut: "Mod+6",
  },
  {
    screen: "settings",
    route: { screen: "settings" },
    title: t.navigation.settings,
    icon: Settings,
    shortcut: "Mod+,",
  },
];

/** The place of the sidebar that a screen belongs to: what is inside a project belongs to the projects. */
export function placeOf(screen: Screen): Screen {
  return ["project", "new-batch", "batch", "bulk"].includes(screen) ? "projects" : screen;
}

/** What the newest toast offers, in most cases "Undo": in the palette also when the toast has gone. */
function again(): Action[] {
  const { latest } = toasts;
  if (!latest?.action) return [];
  return [
    {
      id: "app.undo",
      title: t.common.again(latest.action.title, latest.text),
      icon: Undo2,
      shortcut: "Mod+Z",
      group: t.app.group,
      run: () => toasts.run(latest),
    },
  ];
}

/** Offers what works on every screen. */
export function offerShellActions(
  session: Session,
  open: { openPalette: () => void; openShortcuts: () => void },
): void {
  const fixed: Action[] = [
    ...[...workPlaces, ...workspacePlaces].map(({ screen, route, title, icon, shortcut }) => ({
      id: `go.${screen}`,
      title: t.navigation.goTo(title),
      icon,
      shortcut,
      group: t.navigation.goToGroup,
      run: () => router.go(route),
    })),
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
  const diagnostics = diagnosticActions();
  offerActions(() => [...again(), ...fixed, ...appearanceActions(session), ...diagnostics]);
}
