import type { MaintenanceJob } from "../../../../preload/contract/maintenance";
import type { BackupFileKind, BackupFileProblem } from "../../../../preload/facts/backup";
import { formatNumber } from "../../format";
import type { maintenance as english } from "../en/maintenance";
import { count } from "./count";

const files = (number: number) => count(number, "Datei", "Dateien");
const running: Record<MaintenanceJob["kind"], string> = {
  backup: "Sicherung läuft…",
  restore: "Wiederherstellung läuft…",
  move: "Ordner wird verschoben…",
};

const fileKinds: Record<BackupFileKind, string> = {
  media: "Mediendatei",
  script: "Skript",
  take: "Take",
  speech: "Sprache eines Takes",
  rows: "Datenbank",
};
const fileProblems: Record<BackupFileProblem, string> = {
  missing: "fehlt",
  unreadable: "nicht lesbar",
  damaged: "beschädigt",
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
  withSound: "Ton der Takes einschließen",
  withSoundHint:
    "Ohne ihn ist die Sicherung kleiner, und Takes werden nach dem Wiederherstellen neu erzeugt",
  backupIncomplete: (number, folder) =>
    `Die Sicherung in ${folder} ist unvollständig: ${count(number, "Datei fehlt oder ist", "Dateien fehlen oder sind")} im Arbeitsbereich beschädigt. Alles andere ist enthalten.`,
  restoreIncomplete: (number) =>
    `Wiederhergestellt, aber unvollständig: ${count(number, "Datei fehlt oder ist", "Dateien fehlen oder sind")} in der Sicherung beschädigt.`,
  restoreDamaged: (number) =>
    `Nichts wurde wiederhergestellt: ${count(number, "Datei der Sicherung fehlt oder ist", "Dateien der Sicherung fehlen oder sind")} beschädigt.`,
  restoreRest: "Rest wiederherstellen",
  unverified: (number) =>
    `${files(number)} nur anhand der Größe geprüft: Die Sicherung stammt von einer früheren Version`,
  takesWithoutSound: (number) =>
    `Die Sicherung enthält den Ton von ${count(number, "Take", "Takes")} nicht. Starten Sie die Synchronfassungen, um sie neu zu erzeugen.`,
  problems: "Fehlende und beschädigte Dateien",
  problem: ({ kind, name, problem }) => `${fileKinds[kind]} ${name}: ${fileProblems[problem]}`,
  moreProblems: (number) =>
    `${count(number, "weitere Datei", "weitere Dateien")} hier nicht aufgeführt`,
  dismiss: "Schließen",
  interrupted: (folder, at) =>
    `Eine Wiederherstellung aus ${folder} von ${at} wurde unterbrochen. Der Arbeitsbereich ist unverändert. Beim Fortsetzen wird alles darin ersetzt.`,
  continueRestore: "Wiederherstellung fortsetzen",
  dropRestore: "Verwerfen",
  restoredAsNew: "Die Sicherung wurde als neuer Arbeitsbereich wiederhergestellt",
  moved: (folder) => `Der Arbeitsbereich liegt jetzt in ${folder}`,
};
