import AArrowDown from "@lucide/svelte/icons/a-arrow-down";
import AArrowUp from "@lucide/svelte/icons/a-arrow-up";
import ALargeSmall from "@lucide/svelte/icons/a-large-small";
import ClipboardList from "@lucide/svelte/icons/clipboard-list";
import Database from "@lucide/svelte/icons/database";
import FileSearch from "@lucide/svelte/icons/file-search";
import Monitor from "@lucide/svelte/icons/monitor";
import Moon from "@lucide/svelte/icons/moon";
import Sun from "@lucide/svelte/icons/sun";
import type { Theme } from "../../../preload/model";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { appearanceOf, changeAppearance, nextTextSize } from "../../app/appearance.svelte";
import { shownReport } from "./report.svelte";
import { runWithToast } from "../../app/messages/run-with-toast";
import type { Icon } from "../../app/icon";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

const themes: readonly [Theme, Icon][] = [
  ["system", Monitor],
  ["light", Sun],
  ["dark", Moon],
];

function textAction(session: Session, step: 1 | -1): Action {
  const next = nextTextSize(session, step);
  const isLarger = step > 0;
  return {
    id: isLarger ? "app.text-larger" : "app.text-smaller",
    title: isLarger ? t.app.textLarger : t.app.textSmaller,
    icon: isLarger ? AArrowUp : AArrowDown,
    shortcut: isLarger ? "Mod+Plus" : "Mod+-",
    group: t.settings.appearance,
    reason: next !== undefined ? undefined : isLarger ? t.app.textLargest : t.app.textSmallest,
    run: () => next !== undefined && changeAppearance(session, { textSize: next }),
  };
}

/** The actions that change theme and text size. */
export function appearanceActions(session: Session): Action[] {
  const { theme, textSize } = appearanceOf(session);
  const group = t.settings.appearance;
  return [
    ...themes.map(([value, icon]) => ({
      id: `app.theme-${value}`,
      title: t.app.themeAction(t.settings.themes[value]),
      icon,
      group,
      reason: theme === value ? t.app.inUse : undefined,
      run: () => changeAppearance(session, { theme: value }),
    })),
    textAction(session, 1),
    textAction(session, -1),
    {
      id: "app.text-reset",
      title: t.app.textReset,
      icon: ALargeSmall,
      shortcut: "Mod+0",
      group,
      reason: textSize === 1 ? t.app.inUse : undefined,
      run: () => changeAppearance(session, { textSize: 1 }),
    },
  ];
}

async function checkDatabase(): Promise<void> {
  const { problems } = await api.diagnostics.checkDatabase();
  if (problems.length === 0) toasts.show(t.diagnostics.databaseGood, { tone: "good" });
  else toasts.show(t.diagnostics.databaseBad(problems.length), { tone: "bad" });
}

/** The actions for reporting problems of the application. */
export function diagnosticActions(): Action[] {
  const group = t.diagnostics.title;
  return [
    {
      id: "app.show-report",
      title: t.diagnostics.showReport,
      icon: ClipboardList,
      group,
      run: () => shownReport.show(),
    },
    {
      id: "app.show-logs",
      title: t.diagnostics.showLogs,
      icon: FileSearch,
      group,
      run: () => runWithToast(() => api.diagnostics.showLogs()),
    },
    {
      id: "app.check-database",
      title: t.diagnostics.checkDatabase,
      icon: Database,
      group,
      run: () => runWithToast(checkDatabase),
    },
  ];
}
