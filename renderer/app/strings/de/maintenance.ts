import type { MaintenanceJob } from "../../../../preload/contract/maintenance";
import { formatNumber } from "../../format";
import type { maintenance as english } from "../en/maintenance";
import { count } from "./count";

const files = (number: number) => count(number, "Datei", "Dateien");
const running: Record<MaintenanceJob["kind"], string> = {
  backup: "Sicherung läuft…",
  restore: "Wiederherstellung läuft…",
  move: "Ordner wird verschoben…",
};

/** Backup, restore and the folder of local workspaces. */
export const maintenance: typeof english = {
  title: "Sicherung und Ordner",
  text: "Für Arbeitsbereiche auf diesem Computer.",
  none: "Auf diesem Computer gibt es keinen Arbeitsbereich.",
  statistics: (name) => `Inhalt von „${name}“`,
  figures: {
    projects: "Projekte",
    batches: "Batches",
    lines: "Zeilen",
    characters: "Figuren",
    glossaryLines: "Glossareinträge",
    users: "Benutzer",
    scripts: "Skripte",
    media: "Medien",
  },
  media: (number, size) => `${files(number)}, ${size}`,
  notRunning: "Der Arbeitsbereich läuft nicht",
  busy: "Der Arbeitsbereich wird bereits gesichert, wiederhergestellt oder verschoben",
  backUp: "Sichern…",
  restore: "Wiederherstellen…",
  restoreTitle: (name) => `Alles in „${name}“ ersetzen?`,
  restoreText:
    "Projekte, Batches, Benutzer und Medien des Arbeitsbereichs werden durch die der Sicherung ersetzt. Wählen Sie als Nächstes den Ordner der Sicherung.",
  restoreConfirm: "Sicherung wählen…",
  restoreAsNew: "Sicherung als neuen Arbeitsbereich wiederherstellen…",
  restoring: "Wiederherstellung läuft…",
  move: "Ordner verschieben…",
  moveTitle: (name) => `Ordner von „${name}“ verschieben?`,
  moveText: (folder) =>
    `Der Arbeitsbereich wird angehalten, während seine Daten verschoben werden. ${folder} wird entfernt, sobald der Arbeitsbereich im neuen Ordner läuft. Wählen Sie als Nächstes den neuen Ordner.`,
  moveConfirm: "Ordner wählen…",
  running,
  done: (number, of) => `${formatNumber(number)} von ${files(of)}`,
  cancel: "Abbrechen",
  cancelling: "Wird abgebrochen…",
  backedUp: (number, size, folder) => `${files(number)} (${size}) in ${folder} gesichert`,
  restored: (number, size) => `${files(number)} (${size}) wiederhergestellt`,
  restoredAsNew: "Die Sicherung wurde als neuer Arbeitsbereich wiederhergestellt",
  moved: (folder) => `Der Arbeitsbereich liegt jetzt in ${folder}`,
};
