/**
 * The icon in the notification area: present while work continues without a window. Its menu says
 * what is going on, and pauses or resumes the uploads.
 */
import { app, Menu, Tray, type MenuItemConstructorOptions } from "electron";
import type { WorkState } from "./activity-indicator";
import type { NativeStrings } from "./strings";

export interface TrayIconDeps {
  /** The path of its picture. */
  picture: string;
  strings: () => NativeStrings;
  state: () => WorkState;
  showWindow: () => void;
  /** Pauses or resumes all uploads. */
  setPaused: (isPaused: boolean) => void;
}

export interface TrayIcon {
  show(): void;
  hide(): void;
  /** The state of work, or the language, has changed. */
  update(): void;
}

/** What the application is doing, in a few words. */
export function describeState(
  { isBusy, remaining, failed, isPaused }: WorkState,
  { tray }: NativeStrings,
): string {
  const parts: string[] = [];
  if (isPaused && remaining > 0) parts.push(tray.paused(remaining));
  else if (remaining > 0) parts.push(tray.uploading(remaining));
  else parts.push(isBusy ? tray.working : tray.idle);
  if (failed > 0) parts.push(tray.failed(failed));
  return parts.join("; ");
}

/** The menu of the icon. */
export function trayMenuRows(
  state: WorkState,
  strings: NativeStrings,
  deps: Pick<TrayIconDeps, "showWindow" | "setPaused"> & { quit: () => void },
): MenuItemConstructorOptions[] {
  const { tray } = strings;
  const { isPaused } = state;
  return [
    { label: describeState(state, strings), enabled: false },
    {
      label: isPaused ? tray.resume : tray.pause,
      click: () => deps.setPaused(!isPaused),
    },
    { type: "separator" },
    { label: tray.show, click: deps.showWindow },
    { label: tray.quit, click: deps.quit },
  ];
}

export function createTrayIcon(deps: TrayIconDeps): TrayIcon {
  const { picture, strings, state, showWindow } = deps;
  let tray: Tray | null = null;
  /** What the icon shows: it is changed only where it differs, since progress is frequent. */
  let shown = "";

  function update(): void {
    if (!tray) return;
    const texts = strings();
    const now = state();
    const rows = trayMenuRows(now, texts, { ...deps, quit: () => app.quit() });
    const next = rows.map(({ label }) => label).join("\n");
    if (next === shown) return;
    shown = next;
    tray.setToolTip(describeState(now, texts));
    tray.setContextMenu(Menu.buildFromTemplate(rows));
  }
  return {
    update,
    show() {
      if (tray) return;
      tray = new Tray(picture);
      tray.on("click", showWindow);
      update();
    },
    hide() {
      tray?.destroy();
      tray = null;
      shown = "";
    },
  };
}
