import type { Strings } from "..";

export const lists: Strings["lists"] = {
  asOf: (age) => `Stand: ${age}`,
  neverRead: "Noch nicht gelesen",
  reading: "Wird gelesen…",
  refresh: "Aktualisieren",
  refreshOffline: "Dieser Computer ist offline",
  needsService: "Dafür wird der Dienst gebraucht, der jetzt nicht zu erreichen ist",
  stale: (age) => `Zu sehen ist der Stand von ${age}.`,
  noMatch: (search) => `Nichts passt zu „${search}“`,
  noMatchText: "Mit weniger Wörtern versuchen.",
  failed: "Das konnte nicht gelesen werden",
  offlineTitle: "Noch nie gelesen",
  offlineText: "Es erscheint hier, sobald das Netz wieder da ist.",
  sortUp: (column) => `Nach ${column} sortieren, aufsteigend`,
  sortDown: (column) => `Nach ${column} sortieren, absteigend`,
};

export const rules: Strings["rules"] = {
  required: "Wird gebraucht",
  "too-long": "Zu lang",
  "control-character": "Enthält ein Zeichen, das sich nicht darstellen lässt",
  "not-well-formed": "Enthält ein beschädigtes Zeichen",
  "not-a-location": "Weder eine URL noch ein Pfad der Mediengalerie",
  "not-a-url": "Keine URL",
  "not-http": "Nur Adressen mit http oder https lassen sich abrufen",
  "user-in-url": "Eine Adresse darf keinen Benutzernamen und kein Passwort enthalten",
  "not-applicable": "Gilt für diesen Projekttyp nicht",
  "out-of-range": "Außerhalb des erlaubten Bereichs",
  "not-a-language": "Keine Sprache des Dienstes",
  "not-an-email": "Keine E-Mail-Adresse",
  "not-of-project": "Keine Sprache dieses Projekts",
  doubled: "Doppelt genannt",
};
