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
  emptyHosted: "Der Dienst führt keine Benutzer auf. Benutzer werden beim Dienst verwaltet.",
  managedElsewhere:
    "Benutzer werden beim Dienst verwaltet. Hier können Sie sie ansehen und Projektteams hinzufügen.",
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
      ? "Der Benutzer wird aus dem Arbeitsbereich und jedem Team entfernt. Das lässt sich nicht rückgängig machen. Alleinige Inhaber eines Projekts können nicht gelöscht werden."
      : `${formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names)} werden aus dem Arbeitsbereich und jedem Team entfernt. Das lässt sich nicht rückgängig machen. Alleinige Inhaber eines Projekts können nicht gelöscht werden.`,
  deleteAction: (number) => (number === 1 ? "Benutzer löschen" : `${usersOf(number)} löschen`),
  deleted: (number, name) =>
    number === 1 ? `„${name}“ wurde gelöscht` : `${usersOf(number)} gelöscht`,
  deleteFailed: (number) =>
    number === 1
      ? "1 Benutzer konnte nicht gelöscht werden"
      : `${formatNumber(number)} Benutzer konnten nicht gelöscht werden`,
};
