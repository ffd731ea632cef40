/**
 * Confirmation dialogs outside of the page. SECURITY: URLs are confirmed in a native dialog; files
 * are confirmed in a separate window, because a native dialog does not scroll. That window has no
 * script, no preload, no network, and a session separate from that of the application's page.
 */
import { randomBytes } from "node:crypto";
import { BrowserWindow, dialog, type Session } from "electron";
import type { Confirmations, FilesQuestion } from "../../backend/ports";
import { escapeAttribute } from "../../common/xml";
import type { Language } from "./language";
import { confirmHost, confirmOrigin } from "../window/protocol";
import type { NativeStrings } from "./strings";

/** The name of the session of the confirmation window. Without "persist:" it is in memory. */
export const confirmPartition = "confirm";

export interface ConfirmationsDeps {
  /** Null while there is no window: then nothing is confirmed. */
  window: () => BrowserWindow | null;
  /** The session named `confirmPartition`, without network access. */
  session: Session;
  strings: () => NativeStrings;
  language: () => Language;
}

export function createConfirmations(deps: ConfirmationsDeps): Confirmations {
  const pages = new Map<string, string>();
  deps.session.protocol.handle("app", (request) => {
    const url = new URL(request.url);
    const page = url.host === confirmHost ? pages.get(url.pathname) : undefined;
    if (page === undefined) return new Response("not found", { status: 404 });
    return new Response(page, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        // SECURITY: file names are untrusted text; no script runs on this page, whatever the names
        // contain.
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });

  return {
    async hosts({ purpose, addresses }) {
      const parent = deps.window();
      if (!parent) return false;
      const texts = deps.strings().confirm;
      const { response } = await dialog.showMessageBox(parent, {
        type: "warning",
        message: texts.hosts[purpose],
        detail: `${addresses.slice(0, 10).map(visible).join("\n")}\n\n${texts.hostsDetail}`,
        buttons: [texts.cancel, texts.connect],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    files(question) {
      const parent = deps.window();
      if (!parent) return Promise.resolve(false);
      const at = `/${randomBytes(16).toString("hex")}`;
      const { confirm } = deps.strings();
      pages.set(at, filesPage(question, confirm, deps.language()));
      return new Promise((resolve) => {
        const dialogWindow = new BrowserWindow({
          parent,
          modal: true,
          width: 720,
          height: Math.min(260 + question.paths.length * 24, 640),
          minWidth: 420,
          minHeight: 260,
          minimizable: false,
          maximizable: false,
          fullscreenable: false,
          title: confirm.title,
          autoHideMenuBar: true,
          webPreferences: {
            partition: confirmPartition,
            sandbox: true,
            contextIsolation: true,
            nodeIntegration: false,
            devTools: false,
            spellcheck: false,
          },
        });
        let isConfirmed = false;
        const { webContents } = dialogWindow;
        // The window is destroyed outside of events of its own page, while Chromium does not
        // process a navigation or key.
        const closeSoon = () =>
          setImmediate(() => {
            if (!dialogWindow.isDestroyed()) dialogWindow.destroy();
          });
        // The buttons are forms: `guard` cancels their navigation, and the URL identifies the
        // button. A navigation cancelled at this event is not reported as "will-navigate".
        webContents.on("will-frame-navigate", ({ url }) => {
          isConfirmed = url.split("?")[0] === `${confirmOrigin}/confirm`;
          closeSoon();
        });
        webContents.on("before-input-event", (_event, { type, key }) => {
          if (type === "keyDown" && key === "Escape") closeSoon();
        });
        dialogWindow.on("closed", () => {
          pages.delete(at);
          resolve(isConfirmed);
        });
        dialogWindow.loadURL(`${confirmOrigin}${at}`).catch(() => {
          if (!dialogWindow.isDestroyed()) dialogWindow.close();
        });
      });
    },
  };
}

/**
 * SECURITY: makes deceptive paths visible: control characters and characters that change text
 * direction are replaced.
 */
const visible = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
const escaped = (text: string) => escapeAttribute(visible(text));

/**
 * The page of a confirmation. Cancel is first and has the focus; the list scrolls and is accessible
 * by keyboard.
 */
function filesPage(
  { reason, paths }: FilesQuestion,
  texts: NativeStrings["confirm"],
  language: Language,
): string {
  const items = paths.map((file) => `<li>${escaped(file)}</li>`).join("");
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${escaped(texts.title)}</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 20px; height: 100vh; box-sizing: border-box; display: flex; flex-direction: column; gap: 12px; }
  h1 { font-size: 16px; margin: 0; }
  p { margin: 0; }
  ul { flex: 1; min-height: 60px; margin: 0; padding: 8px 12px; overflow: auto; list-style: none;
       border: 1px solid GrayText; border-radius: 6px; }
  li { overflow-wrap: anywhere; content-visibility: auto; contain-intrinsic-size: auto 21px; }
  footer { display: flex; justify-content: flex-end; gap: 8px; }
  button { font: inherit; padding: 6px 16px; }
</style>
<h1>${escaped(texts.files[reason](paths.length))}</h1>
<p>${escaped(texts.filesDetail[reason])}</p>
<ul tabindex="0" aria-label="${escaped(texts.list)}">${items}</ul>
<footer>
  <form action="${confirmOrigin}/cancel"><button autofocus>${escaped(texts.cancel)}</button></form>
  <form action="${confirmOrigin}/confirm"><button>${escaped(reason === "command" ? texts.run : texts.use(paths.length))}</button></form>
</footer>
</html>`;
}
