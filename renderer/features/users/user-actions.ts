import UserPlus from "@lucide/svelte/icons/user-plus";
import type { User } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { copyAction, deleteAction, editAction } from "../../app/lists/list-actions";
import { needsService } from "../../domain/offline-reason";
import { runOnItems } from "../../app/lists/item-results.svelte";
import { fullName } from "../../domain/user-names";
import { confirm } from "../../app/messages/confirm.svelte";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

export interface UserContext {
  session: Session;
  workspaceId: string;
  selection: Selection<User>;
  /** Opens the form for a user, or with null for a new one. */
  edit: (user: User | null) => void;
}

async function deleteUsers({ workspaceId, selection }: UserContext): Promise<void> {
  const rows = await selection.resolve();
  const [first] = rows;
  if (!first) return;
  const names = new Map(rows.map((row) => [row.id, fullName(row)]));
  const isConfirmed = await confirm({
    title: t.users.deleteTitle(rows.length, fullName(first)),
    text: t.users.deleteText(
      rows.length,
      rows.slice(0, 3).map(fullName),
      Math.max(0, rows.length - 3),
    ),
    confirm: t.users.deleteAction(rows.length),
    tone: "danger",
  });
  if (!isConfirmed) return;
  await runOnItems({
    ids: rows.map(({ id }) => id),
    run: (userIds) => api.users.delete({ workspaceId, userIds }),
    nameOf: (id) => names.get(id) ?? id,
    done: (ids) => ({ text: t.users.deleted(ids.length, names.get(ids[0] ?? "") ?? "") }),
    failedTitle: t.users.deleteFailed,
  });
  selection.clear();
}

/**
 * The action that creates a user. Only for services with the extension "users", which permits
 * managing users.
 */
export function createUserAction({ session, edit }: UserContext): Action {
  return {
    id: "users.create",
    title: t.users.create,
    icon: UserPlus,
    shortcut: "n",
    isListShortcut: true,
    group: t.users.group,
    reason: needsService(session),
    run: () => edit(null),
  };
}

/** The actions on the selected users. */
export function userActions(context: UserContext, isManaged: boolean): Action[] {
  const { session, selection, edit } = context;
  const none = selection.count === 0 ? t.users.selectFirst : undefined;
  const single = selection.count === 1 ? selection.rows[0] : undefined;
  const copy = copyAction({
    id: "users.copy-email",
    title: t.users.copyEmail,
    group: t.users.group,
    reason: none,
    texts: async () => (await selection.resolve()).map(({ email }) => email),
    copied: t.users.emailsCopied,
  });
  if (!isManaged) return [copy];
  return [
    editAction({
      id: "users.edit",
      title: t.users.edit,
      group: t.users.group,
      reason: single ? needsService(session) : t.users.selectOne,
      run: () => single && edit(single),
    }),
    copy,
    deleteAction({
      id: "users.delete",
      title: t.users.delete,
      group: "delete",
      reason: none ?? needsService(session),
      run: () => deleteUsers(context),
    }),
  ];
}
