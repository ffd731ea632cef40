import type { Strings } from "../en";
import type { Role } from "../../../../preload/model/resources";
import { formatList, formatNumber } from "../../format";

const members = (number: number) =>
  `${formatNumber(number)} ${number === 1 ? "Mitglied" : "Mitglieder"}`;
const roles: Record<Role, { title: string; hint: string }> = {
  "project-owner": {
    title: "Inhaber",
    hint: "Alles, auch das Projekt archivieren und löschen und jede Rolle vergeben",
  },
  "project-manager": {
    title: "Manager",
    hint: "Batches, Glossar, Besetzung, Team und Downloads; kann Manager und Editoren hinzufügen",
  },
  "project-editor": {
    title: "Editor",
    hint: "Bearbeitet den Text der zugewiesenen Sprachen",
  },
};
const titleOf = (role: string) => (Object.hasOwn(roles, role) ? roles[role as Role].title : role);

export const team: Strings["team"] = {
  title: "Team",
  list: "Mitglieder",
  group: "Team",
  search: "Mitglieder suchen",
  count: members,
  columns: { name: "Name", email: "E-Mail", role: "Rolle" },
  roles,
  role: titleOf,
  changeRoleOf: (name, role) => `Rolle von ${name}: ${role}`,
  emptyTitle: "Noch keine Mitglieder",
  emptyText:
    "Fügen Sie Benutzer des Arbeitsbereichs mit einer Rolle hinzu. Der erste Inhaber sollte darunter sein.",
  add: "Mitglieder hinzufügen…",
  remove: "Entfernen",
  makeRole: (role) => `Zum ${role} machen`,
  copyEmail: "E-Mail-Adresse kopieren",
  emailsCopied: (number) =>
    number === 1 ? "E-Mail-Adresse kopiert" : `${formatNumber(number)} E-Mail-Adressen kopiert`,
  selectFirst: "Zuerst Mitglieder auswählen",
  ownerStays:
    "Ein Projekt braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.",
  ownersUnchanged: (number, name) =>
    number === 1
      ? `${name} bleibt Inhaber: Ein Projekt braucht mindestens einen.`
      : `${formatNumber(number)} Inhaber bleiben unverändert: Ein Projekt braucht mindestens einen.`,
  hasRole: (role) => `Bereits ${role}`,
  changed: (number, name, role) =>
    number === 1 ? `${name} ist jetzt ${role}` : `${members(number)} haben jetzt die Rolle ${role}`,
  restored: (number) =>
    number === 1 ? "Vorherige Rolle wiederhergestellt" : "Vorherige Rollen wiederhergestellt",
  removed: (number, name) =>
    number === 1
      ? `${name} wurde aus dem Team entfernt`
      : `${members(number)} aus dem Team entfernt`,
  unknownRole: (names, more) =>
    `Eine Rolle, die Dubyard nicht vergeben kann, hatten: ${formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names)}.`,

  rolesTitle: "Was die Rollen dürfen",
  rolesNote:
    "Ein API-Zugang wie der von Dubyard hat die Rechte des Arbeitsbereichs selbst. Diese Regeln gelten für Personen, die sich beim Dienst anmelden.",
  rolesRules:
    "Ein Projekt braucht mindestens einen Inhaber. Inhaber können ihre eigene Rolle nicht ändern, Manager nicht die eines Inhabers.",
  showRoles: "Rollen ein- oder ausblenden",

  addTitle: "Mitglieder hinzufügen",
  users: "Benutzer des Arbeitsbereichs",
  searchUsers: "Benutzer suchen",
  noUsers: "Der Arbeitsbereich hat keine Benutzer",
  isMember: (role) => `bereits ${role}`,
  becomes: (from, to) => `${from} → ${to}`,
  roleForAll: "Rolle",
  chosen: (number) => `${formatNumber(number)} ausgewählt`,
  chooseFirst: "Zuerst Benutzer auswählen",
  chooseRole: "Zuerst eine Rolle wählen",
  addAction: (added, changed) => {
    const roleChanges = `${formatNumber(changed)} ${changed === 1 ? "Rolle" : "Rollen"} ändern`;
    if (added === 0) return changed > 0 ? roleChanges : "Hinzufügen";
    return changed > 0
      ? `${members(added)} hinzufügen, ${roleChanges}`
      : `${members(added)} hinzufügen`;
  },
  preview: (added, changed, same) =>
    formatList(
      [
        added > 0 ? `${formatNumber(added)} neu` : "",
        changed > 0 ? `${formatNumber(changed)} mit neuer Rolle` : "",
        same > 0 ? `${formatNumber(same)} unverändert` : "",
      ].filter(Boolean),
    ),
  added: (added, changed) =>
    added > 0
      ? `${members(added)} hinzugefügt${changed > 0 ? `, ${formatNumber(changed)} mit neuer Rolle` : ""}`
      : `${members(changed)} mit neuer Rolle`,
  nothingNew: "Alle haben diese Rolle bereits",
};
