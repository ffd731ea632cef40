import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";

const usersOf = (number: number) => `${formatNumber(number)} Benutzer`;

export const users: Strings["users"] = {
  title: "Benutzer",
  list: "Benutzer",
  group: "Benutzer",
  search: "Benutzer suchen",
  count: usersOf,
  columns: { name: "Name", email: "E-Mail" },
  emptyTitle: "Noch keine Benutzer",
  emptyText: "Benutzer des Arbeitsbereichs können Mitglieder im Team eines Projekts werden.",
  emptyHosted:
    "Der Dienst nennt keine. Benutzer werden dort angelegt und entfernt, wo er verwaltet wird.",
  managedElsewhere:
    "Benutzer werden beim Dienst verwaltet, nicht über seine Schnittstelle. Hier sind sie zu sehen und lassen sich dem Team eines Projekts hinzufügen.",
  create: "Neuer Benutzer…",
  edit: "Bearbeiten…",
  delete: "Löschen…",
  copyEmail: "E-Mail-Adresse kopieren",
  emailsCopied: (number) =>
    number === 1 ? "E-Mail-Adresse kopiert" : `${formatNumber(number)} E-Mail-Adressen kopiert`,
  selectOne: "Genau einen Benutzer auswählen",
  selectFirst: "Zuerst Benutzer auswählen",
  newTitle: "Neuer Benutzer",
  editTitle: "Benutzer bearbeiten",
  firstName: "Vorname",
  lastName: "Nachname",
  email: "E-Mail",
  createAction: "Benutzer anlegen",
  created: (name) => `„${name}“ wurde angelegt`,
  changed: (name) => `„${name}“ wurde geändert`,
  deleteTitle: (number, name) =>
    number === 1 ? `„${name}“ löschen?` : `${usersOf(number)} löschen?`,
  deleteText: (number, names, more) =>
    number === 1
      ? "Der Benutzer verlässt den Arbeitsbereich und jedes Team. Das lässt sich nicht rückgängig machen. Alleinige Besitzer eines Projekts können nicht gelöscht werden."
      : `${formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names)} verlassen den Arbeitsbereich und jedes Team. Das lässt sich nicht rückgängig machen. Alleinige Besitzer eines Projekts können nicht gelöscht werden.`,
  deleteAction: (number) => (number === 1 ? "Benutzer löschen" : `${usersOf(number)} löschen`),
  deleted: (number, name) =>
    number === 1 ? `„${name}“ wurde gelöscht` : `${usersOf(number)} gelöscht`,
  deleteFailed: (number) =>
    number === 1
      ? "1 Benutzer konnte nicht gelöscht werden"
      : `${formatNumber(number)} Benutzer konnten nicht gelöscht werden`,
};
