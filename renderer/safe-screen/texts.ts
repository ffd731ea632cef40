import type { InterfaceLanguage } from "../app/locale";

interface SafeTexts {
  title: string;
  text: string;
  /** The text for a `reason` of Electron's "render-process-gone" event. */
  reason: (reason: string) => string;
  reload: string;
  copyReport: string;
  quit: string;
  copied: string;
  clipboardRefused: string;
  failed: (message: string) => string;
}

/** The texts of the safe screen, separate from the strings of the page. */
export const safeTexts: Record<InterfaceLanguage, SafeTexts> = {
  en: {
    title: "The window crashed three times within a minute",
    text: "Uploads and the outbox are not affected; they continue. Reload the window to return to the last screen.",
    reason: (reason) =>
      reason === "oom" ? "Reason: the window ran out of memory." : `Reason: ${reason}.`,
    reload: "Reload",
    copyReport: "Copy report",
    quit: "Quit",
    copied: "The report was copied to the clipboard.",
    clipboardRefused: "the system did not accept the text for its clipboard.",
    failed: (message) => `Failed: ${message}`,
  },
  de: {
    title: "Das Fenster ist dreimal innerhalb einer Minute abgestürzt",
    text: "Uploads und Ausgang sind nicht betroffen und laufen weiter. Laden Sie das Fenster neu, um zur letzten Ansicht zurückzukehren.",
    reason: (reason) =>
      reason === "oom" ? "Ursache: Der Arbeitsspeicher reichte nicht aus." : `Ursache: ${reason}.`,
    reload: "Neu laden",
    copyReport: "Bericht kopieren",
    quit: "Beenden",
    copied: "Der Bericht wurde in die Zwischenablage kopiert.",
    clipboardRefused: "Das System hat den Text nicht in die Zwischenablage übernommen.",
    failed: (message) => `Fehlgeschlagen: ${message}`,
  },
};
