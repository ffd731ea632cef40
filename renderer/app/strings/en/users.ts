import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const usersOf = (number: number) => count(number, "user", "users");

export const users = {
  title: "Users",
  list: "Users",
  group: "Users",
  search: "Search users",
  count: usersOf,
  columns: { name: "Name", email: "E-mail" },
  emptyTitle: "No users yet",
  emptyText: "Users of the workspace can become members of a project’s team.",
  emptyHosted: "The service lists no users. Users are managed at the service.",
  managedElsewhere:
    "Users are managed at the service. Here you can view them and add them to project teams.",
  create: "New user…",
  edit: "Edit…",
  delete: "Delete…",
  copyEmail: "Copy e-mail",
  emailsCopied: (number: number) =>
    number === 1 ? "E-mail copied" : `${formatNumber(number)} e-mails copied`,
  selectOne: "Select one user",
  selectFirst: "Select users first",
  newTitle: "New user",
  editTitle: "Edit user",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  createAction: "Create user",
  created: (name: string) => `“${name}” was created`,
  changed: (name: string) => `“${name}” was changed`,
  deleteTitle: (number: number, name: string) =>
    number === 1 ? `Delete “${name}”?` : `Delete ${usersOf(number)}?`,
  deleteText: (number: number, names: readonly string[], more: number) =>
    number === 1
      ? "The user is removed from the workspace and every team. This cannot be undone. The only owner of a project cannot be deleted."
      : `${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)} are removed from the workspace and every team. This cannot be undone. The only owner of a project cannot be deleted.`,
  deleteAction: (number: number) => (number === 1 ? "Delete user" : `Delete ${usersOf(number)}`),
  deleted: (number: number, name: string) =>
    number === 1 ? `“${name}” was deleted` : `${usersOf(number)} deleted`,
  deleteFailed: (number: number) => `${usersOf(number)} could not be deleted`,
};
