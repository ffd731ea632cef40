/** The icon in the notification area: present while work continues without a window. */
import { app, Menu, Tray } from "electron";
import type { NativeStrings } from "./strings";

export interface TrayIconDeps {
  /** The path of its picture. */
  picture: string;
  strings: () => NativeStrings;
  showWindow: () => void;
}

export interface TrayIcon {
  show(): void;
  hide(): void;
}

export function createTrayIcon({ picture, strings, showWindow }: TrayIconDeps): TrayIcon {
  let tray: Tray | null = null;
  return {
    show() {
      if (tray) return;
      const texts = strings().tray;
      tray = new Tray(picture);
      tray.setToolTip(texts.tooltip);
      tray.on("click", showWindow);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: texts.show, click: showWindow },
          { label: texts.quit, click: () => app.quit() },
        ]),
      );
    },
    hide() {
      tray?.destroy();
      tray = null;
    },
  };
}
