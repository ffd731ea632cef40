import CircleHelp from "@lucide/svelte/icons/circle-question-mark";
import Command from "@lucide/svelte/icons/command";
import Folder from "@lucide/svelte/icons/folder";
import House from "@lucide/svelte/icons/house";
import Keyboard from "@lucide/svelte/icons/keyboard";
import Link from "@lucide/svelte/icons/link";
import Mic from "@lucide/svelte/icons/mic";
import RefreshCw from "@lucide/svelte/icons/refresh-cw";
import Send from "@lucide/svelte/icons/send";
import Settings from "@lucide/svelte/icons/settings";
import SquarePlay from "@lucide/svelte/icons/square-play";
import Undo2 from "@lucide/svelte/icons/undo-2";
import Upload from "@lucide/svelte/icons/upload";
import Users from "@lucide/svelte/icons/users";
import type { Icon } from "../../app/icon";
import { offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { screenTopics } from "../../app/help-topics";
import { runWithToast, copyText } from "../../app/messages/run-with-toast";
import { router } from "../../app/router.svelte";
import { isInProject, type Route, type Screen } from "../../app/routes";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { goToSettings } from "../../domain/settings-section";
import { appearanceActions, diagnosticActions } from "./app-actions";

/** An item of the sidebar. */
export interface SidebarItem {
  screen: Screen;
  route: Route;
  title: string;
  icon: Icon;
  shortcut: string;
}

const item = (route: Route, icon: Icon, shortcut: string): SidebarItem => ({
  screen: route.screen,
  route,
  title: t.navigation.screens[route.screen],
  icon,
  shortcut,
});

/** The items for daily work, in the order of the sidebar. */
export const workItems: readonly SidebarItem[] = [
  item({ screen: "overview" }, House, "Mod+1"),
  item({ screen: "projects" }, Folder, "Mod+2"),
  item({ screen: "media", folder: "" }, SquarePlay, "Mod+3"),
  item({ screen: "uploads" }, Upload, "Mod+4"),
  item({ screen: "outbox" }, Send, "Mod+5"),
];
/** The items for managing the workspace, in the order of the sidebar. */
export const workspaceItems: readonly SidebarItem[] = [
  item({ screen: "voices" }, Mic, "Mod+6"),
  item({ screen: "users" }, Users, "Mod+7"),
  item({ screen: "settings" }, Settings, "Mod+,"),
];

/**
 * The sidebar item of a screen: the screens of a project belong to the item of the projects, watch
 * folders to uploads.
 */
export function sidebarScreenOf(screen: Screen): Screen {
  if (screen === "watch-folders") return "uploads";
  return isInProject(screen) ? "projects" : screen;
}

/**
 * The action of the newest toast, usually "Undo", which stays available after the toast has
 * disappeared.
 */
function latestToastAction(): Action[] {
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

function copyLink({ workspaceId }: Session): void {
  if (workspaceId === null) return;
  void runWithToast(async () => {
    const { link, isForThisComputer } = await api.app.linkTo({ workspaceId, route: router.route });
    const { linkCopied, localLinkCopied } = t.navigation;
    await copyText(link, isForThisComputer ? localLinkCopied : linkCopied);
  });
}

/** Registers the actions of the window. Call during the initialization of the shell. */
export function offerShellActions(
  session: Session,
  open: { openPalette: () => void; openShortcuts: () => void },
): void {
  const fixed: Action[] = [
    ...[...workItems, ...workspaceItems].map(({ screen, route, title, icon, shortcut }) => ({
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
      id: "app.copy-link",
      title: t.navigation.copyLink,
      icon: Link,
      shortcut: "Mod+Shift+L",
      group: t.app.group,
      run: () => copyLink(session),
    },
    {
      id: "app.help",
      title: t.help.open,
      icon: CircleHelp,
      shortcut: "F1",
      group: t.app.group,
      run: () => router.go({ screen: "help", topic: screenTopics[router.route.screen] }),
    },
    {
      id: "app.shortcuts",
      title: t.app.shortcuts,
      icon: Keyboard,
      shortcut: "?",
      group: t.app.group,
      run: open.openShortcuts,
    },
    {
      id: "app.check-updates",
      title: t.updates.checkAction,
      icon: RefreshCw,
      group: t.app.group,
      run: async () => {
        await goToSettings("updates");
        await runWithToast(() => api.updates.check());
      },
    },
  ];
  const diagnostics = diagnosticActions();
  offerActions(() => [
    ...latestToastAction(),
    ...fixed,
    ...appearanceActions(session),
    ...diagnostics,
  ]);
}
