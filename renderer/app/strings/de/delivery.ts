import type { Strings } from "../en";
import { maxLimitingDb } from "../../../../preload/facts/delivery";
import { formatNumber } from "../../format";
import { count } from "./count";

const zeilen = (number: number) => count(number, "Zeile", "Zeilen");

export const delivery: Strings["delivery"] = {
  open: "Ausliefern…",
  notOffered: "Dieser Workspace liefert keine Dateien in einen Ordner aus.",
  noneTitle: "Noch nichts auszuliefern",
  noneText: "Eine Sprache kann ausgeliefert werden, sobald sie Takes hat.",
  languages: "Sprachen",
  parts: "Dateien",
  part: {
    takes: { title: "Takes", hint: "Eine WAV-Datei je Zeile, 48 kHz, 24 Bit" },
    stems: { title: "Stems", hint: "Alle Takes auf der Zeitachse, und die jeder Figur" },
    mix: {
      title: "Mischung",
      hint: "Die Synchronfassung, mit dem Originalton, falls der Batch ihn behält",
    },
    video: { title: "Video", hint: "Das Bild mit der Mischung" },
    audiobook: {
      title: "Hörbuch",
      hint: "Die Takes nacheinander als MP3; Zeilen wie „Kapitel 2“ beginnen Kapitel",
    },
    subtitles: { title: "Untertitel", hint: ".srt, .vtt, .ttml (IMSC 1.1) und .stl (EBU)" },
    cues: { title: "Cue-Liste", hint: ".csv und .xlsx" },
    script: {
      title: "Synchronbuch",
      hint: "Die Zeilen, wie sie gesprochen sind, mit Timecodes, als .docx, .pdf und .dapt.ttml (W3C)",
    },
    list: { title: "Importliste", hint: "Die Takes als tabulatorgetrennte Liste für Wwise" },
    reports: {
      title: "Berichte",
      hint: "Prüfpunkte, Kommentare und Lautheit als .csv und eine Seite über alles als .pdf",
    },
    session: { title: "Session", hint: "REAPER, und Marken für Audacity, mit allen Takes" },
    timeline: {
      title: "Zeitachse",
      hint: ".otio, .xml (Final Cut Pro 7) und .edl (CMX 3600), zum Beispiel für DaVinci Resolve",
    },
  },
  requiredBy: (parts) => `Erforderlich für ${parts}`,
  preset: "Lautheit",
  presetName: {
    "broadcast-eu": "Rundfunk, Europa",
    "broadcast-us": "Rundfunk, USA",
    streaming: "Streaming",
    premix: "Vormischung",
    game: "Spiel",
    "game-portable": "Spiel, tragbare Geräte",
    online: "Podcast",
    audiobook: "Hörbuch",
  },
  presetOption: (name, loudness, truePeak) => `${name}: ${loudness}, ${truePeak}`,
  noLoudness: "keine feste Lautheit",
  naming: "Namen der Takes",
  namingName: {
    number: "Zeile, Figur und Take",
    "source-audio": "Wie die Quelldatei",
    template: "Nach einer Vorlage",
  },
  nameTemplate: "Vorlage der Namen",
  nameTemplateHint:
    "{project} {batch} {lang} {character} {number} {id} {take}; {number:4} hat vier Ziffern, {character:upper} Großbuchstaben; / beginnt einen Ordner",
  nameTemplateInvalid: (part) =>
    part === "" ? "Die Vorlage braucht {number} oder {id}" : `${part} hat hier keine Bedeutung`,
  renamed: (number) =>
    `${count(number, "Take hat", "Takes haben")} eine Nummer oder einen kürzeren Namen, da es den Namen schon gibt oder er zu lang ist`,
  mix: "Kanäle der Mischung",
  mixName: {
    stereo: "Stereo, zwei Kanäle",
    mono: "Mono, über zwei Lautsprecher gleich laut",
    source: "Wie die Quelle: 5.1 mit der Synchronfassung in der Mitte",
  },
  startTimecode: "Start-Timecode",
  startTimecodeHint:
    "Leer für den des Bildes, sonst 01:00:00:00. Ein Semikolon vor den Einzelbildern zählt Drop Frame: 01:00:00;00",
  startTimecodeInvalid:
    "Vier zweistellige Zahlen, zum Beispiel 10:00:00:00; ab 100 Einzelbildern hat die letzte drei Ziffern",
  note: {
    "takes-keep-level": () =>
      "Diese Lautheit gilt für Mischungen: Die Takes behalten die Pegel der Abnahme.",
    "stems-keep-level": () =>
      "Diese Lautheit gilt für Takes: Die Stems sind die Summen der Takes, wie sie abgenommen wurden.",
    "mix-without-loudness": () =>
      "Diese Vorgabe gilt für den Stem aller Figuren: Die Mischung hat nur ein Maximum und keine feste Lautheit.",
    "video-keeps-timecode": () =>
      "Das Video behält seinen eigenen Timecode, der nicht der Start-Timecode der anderen Dateien ist.",
    "mix-stereo": () => "Von der Quelle sind keine 5.1-Kanäle bekannt: Die Mischung wird stereo.",
    "takes-too-dynamic": (number) =>
      `${count(number, "Take müsste", "Takes müssten")} für diese Lautheit um mehr als ${maxLimitingDb} dB begrenzt werden und lassen sich so nicht ausliefern.`,
  },
  exampleNames: "Zum Beispiel:",
  presets: {
    title: "Vorgabe",
    own: "Eigene Auswahl",
    name: "Name einer neuen Vorgabe",
    save: "Als Vorgabe speichern",
    replace: "Vorgabe ersetzen",
    replaced: (name) => `Vorgabe „${name}“ ersetzt`,
    remove: "Vorgabe löschen",
    removeNamed: (name) => `Vorgabe „${name}“ löschen`,
    removed: (name) => `Vorgabe „${name}“ gelöscht`,
    menu: "Vorgaben",
    rename: "Vorgabe umbenennen…",
    renameTitle: "Vorgabe umbenennen",
    nameOfPreset: "Name der Vorgabe",
    renamed: (name) => `Vorgabe in „${name}“ umbenannt`,
    share: "Im Arbeitsbereich speichern",
    shared: (name) => `Die Vorgabe „${name}“ ist im Arbeitsbereich gespeichert`,
    import: "Vorgaben importieren…",
    export: "Vorgaben in eine Datei speichern…",
    imported: (number) => `${count(number, "Vorgabe", "Vorgaben")} importiert.`,
    renamedOnImport: (number) =>
      `${formatNumber(number)} unter anderem Namen, weil eine andere Vorgabe ihren hat.`,
    existing: (number) => `${formatNumber(number)} schon vorhanden.`,
    leftOut: (number) =>
      `${formatNumber(number)} ausgelassen: Diese Version kennt ihre Auswahl nicht, oder es ist kein Platz.`,
    noPresetFile: "Die Datei hat keine Vorgaben, die diese Version von Dubyard lesen kann",
    exported: (number) => `${count(number, "Vorgabe", "Vorgaben")} gespeichert`,
    noneSaved: "Noch keine Vorgabe gespeichert",
    ofWorkspace: "Gespeicherte Vorgaben",
    ofComputer: "Auf diesem Computer gespeichert",
    ofApplication: (name) => `${name} (nur auf diesem Computer)`,
    storedHere:
      "Vorgaben sind nur auf diesem Computer gespeichert. „Vorgaben in eine Datei speichern“ bringt sie auf andere.",
    needsList: "Die Vorgaben werden gelesen",
    needsName: "Die Vorgabe braucht einen Namen",
    notSaved: {
      changed:
        "Die Vorgabe wurde inzwischen geändert oder gelöscht; die Liste zeigt ihren jetzigen Stand",
      "name-taken": "Eine andere Vorgabe hat diesen Namen",
      full: "Mehr Vorgaben lassen sich nicht speichern; löschen Sie erst eine",
    },
    builtIn: {
      film: "Film: Video, Mischung und Untertitel",
      editing: "Schnitt: Takes, Stems, Session und Zeitachse",
      game: "Spiel: Takes nach Id, mit Importliste",
      audiobook: "Hörbuch: MP3 mit Kapiteln",
    },
  },
  needsTemplate: "Die Vorlage der Namen ist nicht gültig",
  folder: "Ordner",
  noFolder: "Kein Ordner gewählt",
  chooseFolder: "Ordner wählen…",
  planTitle: "Auszuliefernde Dateien",
  planned: (files, size) => `${files}, etwa ${size}`,
  files: (number) => count(number, "Datei", "Dateien"),
  complete: "Jede Zeile ist freigegeben und ohne Fehler.",
  fileList: "Liste der Dateien",
  otherFiles: (number) => `und ${count(number, "weitere Datei", "weitere Dateien")}`,
  missing: {
    withoutText: (number) => `${zeilen(number)} ohne Text`,
    withoutTake: (number) => `${zeilen(number)} ohne Take`,
    unapproved: (number) => `${zeilen(number)} nicht freigegeben`,
    errors: (number) => `${count(number, "Fehler", "Fehler")} in Prüfpunkten`,
  },
  leftOut: (language, part, reason) => `${language}: ohne ${part}, ${reason}`,
  leftOutReason: {
    "no-times": "da die Zeilen keine Zeiten haben",
    "no-takes": "da keine Zeile einen Take hat",
    "no-video": "da der Batch kein Video hat",
    "no-mp3": "da es kein FFmpeg gibt, das MP3 kodiert",
    "stl-rate": "da sein Format nur 25 und 30 Bilder je Sekunde hat",
    "stl-unread":
      "da es die Bildrate braucht und ein Video an einer URL erst beim Ausliefern gelesen wird",
    "stl-characters": "da seinem Format Buchstaben dieser Sprache fehlen",
  },
  missingIn: (language, missing) => `${language}: ${missing}`,
  originalTrack: "Originalton als zweite Tonspur",
  originalTrackHint: "Die Synchronfassung ist die erste Tonspur der Videos.",
  anyway: "Trotzdem ausliefern",
  anywayHint: "Das Manifest nennt, was nicht freigegeben ist.",
  start: "Ausliefern",
  needsLanguage: "Wählen Sie mindestens eine Sprache",
  needsPart: "Wählen Sie mindestens eine Art von Dateien",
  needsFolder: "Wählen Sie einen Ordner",
  needsApproval: "Zeilen sind nicht freigegeben oder haben Fehler",
  needsPlan: "Die Liste der Dateien ist noch nicht fertig",
  isMade: (folder) => `Ausgeliefert nach ${folder}`,
  hasFailed: (folder) => `Die Auslieferung nach ${folder} ist fehlgeschlagen`,
  facts: (parts, preset, size) => [parts, preset, size].filter((fact) => fact !== "").join(" · "),
  history: "Auslieferungen",
  noHistory: "Noch nicht ausgeliefert",
  states: {
    making: "In Arbeit",
    made: "Vollständig",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",
    unconfirmed: "Wartet auf Bestätigung",
    expired: "Abgelaufen",
    other: "Unbekannter Zustand",
  },
  progress: (made, files) => `${formatNumber(made)} von ${count(files, "Datei", "Dateien")}`,
  progressOf: (folder) => `Fortschritt von ${folder}`,
  problems: (failed, findings) =>
    [
      ...(failed === 0 ? [] : [`${count(failed, "Datei", "Dateien")} fehlgeschlagen`]),
      ...(findings === 0 ? [] : [`${count(findings, "Datei", "Dateien")} außerhalb der Vorgaben`]),
    ].join(", "),
  problemsOf: (folder) => `Probleme von ${folder}`,
  cancel: "Abbrechen",
  removeFiles: "Dateien entfernen",
  stopDownload: "Herunterladen beenden",
  endForAll: {
    action: "Für alle beenden…",
    title: (folder) => `${folder} für alle beenden?`,
    text: "Der Dienst beendet diese Auslieferung und entfernt ihre Dateien: Niemand kann sie mehr herunterladen. Heruntergeladene Dateien bleiben.",
    confirm: "Auslieferung beenden",
  },
  discard: "Verwerfen",
  unconfirmed: (files, parts, folder) =>
    `Diese Auslieferung wurde auf einem anderen Computer oder mit einer früheren Version begonnen. Sie würde ${count(files, "Datei", "Dateien")} (${parts}) nach ${folder} schreiben. Setzen Sie sie nur fort, wenn Sie das möchten.`,
  unconfirmedDownload: (files, parts) =>
    `Diese Auslieferung wurde begonnen, bevor der Arbeitsbereich hierher umgezogen ist. Sie würde ${count(files, "Datei", "Dateien")} (${parts}) erstellen. Setzen Sie sie nur fort, wenn Sie das möchten.`,
  resume: "Fortsetzen",
  makeAgain: "Neu erstellen",
  download: "Herunterladen…",
  downloadReasons: {
    "path-taken": "Der Ordner der Auslieferung enthält eine andere Datei mit demselben Namen",
    "unexpected-answer": "Eine heruntergeladene Datei hat nicht den Inhalt der Auslieferung",
    "not-found": "Eine Datei der Auslieferung fehlt beim Dienst",
  },
  show: "Ordner zeigen",
  dragFolder: (folder) => `${folder}\nLässt sich in andere Programme ziehen`,
  actionOf: (action, folder) => `${action}: ${folder}`,
};
