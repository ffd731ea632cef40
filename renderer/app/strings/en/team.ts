import type { Role } from "../../../../preload/model/resources";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const members = (number: number) => count(number, "member", "members");
const roles: Record<Role, { title: string; hint: string }> = {
  "project-owner": {
    title: "Owner",
    hint: "Everything, including archiving and deleting the project and assigning any role",
  },
  "project-manager": {
    title: "Manager",
    hint: "Batches, glossary, casting, team and downloads; can add managers and editors",
  },
  "project-editor": {
    title: "Editor",
    hint: "Edits the text of the languages that are assigned to them",
  },
};
const titleOf = (role: string) => (Object.hasOwn(roles, role) ? roles[role as Role].title : role);

export const team = {
  title: "Team",
  list: "Members",
  group: "Team",
  search: "Search members",
  count: members,
  columns: { name: "Name", email: "E-mail", role: "Role" },
  roles,
  /** An unknown role is shown unchanged. */
  role: titleOf,
  changeRoleOf: (name: string, role: string) => `Role of ${name}: ${role}`,
  emptyTitle: "No members yet",
  emptyText: "Add workspace users, each with a role. The first owner should be among them.",
  add: "Add members…",
  remove: "Remove",
  makeRole: (role: string) => `Make ${role.toLowerCase()}`,
  copyEmail: "Copy e-mail",
  emailsCopied: (number: number) =>
    number === 1 ? "E-mail copied" : `${formatNumber(number)} e-mails copied`,
  selectFirst: "Select members first",
  ownerStays: "A project needs at least one owner. Make another member an owner first.",
  ownersUnchanged: (number: number, name: string) =>
    number === 1
      ? `${name} remains an owner: a project needs at least one.`
      : `${formatNumber(number)} owners are unchanged: a project needs at least one.`,
  hasRole: (role: string) => `Already: ${role.toLowerCase()}`,
  changed: (number: number, name: string, role: string) =>
    number === 1
      ? `${name} is now ${role.toLowerCase()}`
      : `${members(number)} now have the role ${role.toLowerCase()}`,
  restored: (number: number): string =>
    number === 1 ? "Previous role restored" : "Previous roles restored",
  removed: (number: number, name: string) =>
    number === 1 ? `${name} was removed from the team` : `${members(number)} removed from the team`,
  unknownRole: (names: readonly string[], more: number) =>
    `${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)} had a role that Dubyard cannot assign.`,

  rolesTitle: "What each role can do",
  rolesNote:
    "An API credential, like the one Dubyard uses, has the permissions of the workspace itself. These rules apply to people who sign in at the service.",
  rolesRules:
    "A project needs at least one owner. Owners cannot change their own role, and managers cannot change an owner’s.",
  showRoles: "Show or hide roles",

  addTitle: "Add members",
  users: "Users of the workspace",
  searchUsers: "Search users",
  noUsers: "The workspace has no users",
  isMember: (role: string) => `already ${role.toLowerCase()}`,
  becomes: (from: string, to: string) => `${from.toLowerCase()} → ${to.toLowerCase()}`,
  roleForAll: "Role",
  chosen: (number: number) => `${formatNumber(number)} chosen`,
  chooseFirst: "Choose users first",
  chooseRole: "Choose a role first",
  addAction: (added: number, changed: number) => {
    const roleChanges = count(changed, "role", "roles");
    if (added === 0) return changed > 0 ? `Change ${roleChanges}` : "Add";
    return changed > 0 ? `Add ${members(added)}, change ${roleChanges}` : `Add ${members(added)}`;
  },
  preview: (added: number, changed: number, same: number) =>
    formatList(
      [
        added > 0 ? `${formatNumber(added)} new` : "",
        changed > 0 ? `${formatNumber(changed)} with another role` : "",
        same > 0 ? `${formatNumber(same)} unchanged` : "",
      ].filter(Boolean),
    ),
  added: (added: number, changed: number) =>
    added > 0
      ? `${members(added)} added${changed > 0 ? `, ${members(changed)} with another role` : ""}`
      : `${members(changed)} with another role`,
  nothingNew: "All of them already have this role",
};
