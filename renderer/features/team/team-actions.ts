import UserCog from "@lucide/svelte/icons/user-cog";
import UserMinus from "@lucide/svelte/icons/user-minus";
import UserPlus from "@lucide/svelte/icons/user-plus";
import { isRole, ownerRole, roles, type Role } from "../../../preload/facts/roles";
import type { Member } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { api, toProblem } from "../../app/api";
import { copyAction, deleteAction } from "../../app/lists/list-actions";
import { needsService } from "../../domain/offline-reason";
import { fullName } from "../../domain/user-names";
import { problemText } from "../../app/messages/problem-text";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

/** Maximum number of members per call, as in the contract. */
const chunk = 10_000;

export interface TeamContext {
  session: Session;
  workspaceId: string;
  projectId: string;
  /** Number of owners in the whole team. */
  ownerCount: number;
}

/** The members that an action applies to: a list, or the selection of a longer list. */
interface Target {
  count: number;
  /** The loaded members. */
  rows: readonly Member[];
  resolve: () => Promise<readonly Member[]>;
}

/** Adds users with their roles; users already in the team get the new role. */
export async function setRoles(
  { workspaceId, projectId }: TeamContext,
  members: readonly { userId: string; role: Role }[],
): Promise<void> {
  for (let at = 0; at < members.length; at += chunk)
    await api.team.add({ workspaceId, projectId, members: members.slice(at, at + chunk) });
}

/** Runs a call and shows a failure with the service's message. True on success. */
async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toasts.show(problemText(toProblem(error)), { tone: "bad" });
    return false;
  }
}

/** Restores the previous roles of members; roles unknown to Dubyard cannot be restored. */
async function restoreRoles(context: TeamContext, rows: readonly Member[]): Promise<void> {
  const known = rows.flatMap(({ id, role }) => (isRole(role) ? [{ userId: id, role }] : []));
  const others = rows.filter(({ role }) => !isRole(role)).map(fullName);
  if (others.length > 0)
    toasts.show(t.team.unknownRole(others.slice(0, 3), Math.max(0, others.length - 3)));
  if (known.length > 0 && (await succeeds(() => setRoles(context, known))))
    toasts.show(t.team.restored(known.length));
}

/**
 * The members that an action changes, the name of the first, and a sentence about the owners left
 * unchanged, or "".
 */
interface Changes {
  rows: readonly Member[];
  firstName: string;
  note: string;
}

/**
 * The members of a target that an action changes, and the owners it leaves unchanged; null after a
 * toast if there are none or they cannot be read. The members of a completely selected search are
 * known only here.
 */
async function resolveMembers(
  { workspaceId, projectId }: TeamContext,
  target: Target,
  role: Role | null,
): Promise<Changes | null> {
  try {
    const all = await target.resolve();
    const page = { search: "", sort: "name", offset: 0, limit: 1 } as const;
    const { ownerCount } = await api.team.list({ workspaceId, projectId, ...page });
    const { rows, owners } = changesOf(all, ownerCount, role);
    const [first] = rows;
    const [owner] = owners;
    if (first) {
      const note = owner ? t.team.ownersUnchanged(owners.length, fullName(owner)) : "";
      return { rows, firstName: fullName(first), note };
    }
    if (owner) toasts.show(t.team.ownerStays, { tone: "bad" });
    else if (role !== null) toasts.show(t.team.hasRole(t.team.role(role)));
  } catch (error) {
    toasts.show(problemText(toProblem(error)), { tone: "bad" });
  }
  return null;
}

async function setRole(context: TeamContext, target: Target, role: Role): Promise<void> {
  const changes = await resolveMembers(context, target, role);
  if (!changes) return;
  const { rows, firstName } = changes;
  const members = rows.map(({ id }) => ({ userId: id, role }));
  if (!(await succeeds(() => setRoles(context, members)))) return;
  showDone(context, changes, t.team.changed(rows.length, firstName, t.team.role(role)));
}

async function remove(context: TeamContext, target: Target, done: () => void): Promise<void> {
  const { workspaceId, projectId } = context;
  const changes = await resolveMembers(context, target, null);
  if (!changes) return;
  const { rows, firstName } = changes;
  const userIds = rows.map(({ id }) => id);
  if (!(await succeeds(() => api.team.remove({ workspaceId, projectId, userIds })))) return;
  done();
  showDone(context, changes, t.team.removed(rows.length, firstName));
}

/** Shows what was done, with an action that restores the previous roles. */
function showDone(context: TeamContext, { rows, note }: Changes, text: string): void {
  toasts.show(note === "" ? text : `${text}. ${note}`, {
    action: { title: t.common.undo, run: () => void restoreRoles(context, rows) },
  });
}

/**
 * The members that a new role (null: the removal) changes. `owners` are left unchanged, because
 * without them the project would have no owner.
 */
function changesOf(all: readonly Member[], ownerCount: number, role: Role | null) {
  const owners = role === ownerRole ? [] : all.filter((row) => row.role === ownerRole);
  const isLast = ownerCount > 0 && owners.length >= ownerCount;
  const rows = all.filter((row) => row.role !== role && !(isLast && row.role === ownerRole));
  return { rows, owners: isLast ? owners : [] };
}

/**
 * Why an action changes none of the loaded members; undefined where it changes some, or not all are
 * loaded.
 */
function noChangeReason({ ownerCount }: TeamContext, { rows, count }: Target, role: Role | null) {
  if (rows.length < count) return undefined;
  const changes = changesOf(rows, ownerCount, role);
  if (changes.rows.length > 0) return undefined;
  return changes.owners.length > 0 || role === null
    ? t.team.ownerStays
    : t.team.hasRole(t.team.role(role));
}

function roleActions(context: TeamContext, target: Target): Action[] {
  return roles.map((role) => ({
    id: `team.make-${role}`,
    title: t.team.makeRole(t.team.role(role)),
    icon: UserCog,
    group: "role",
    reason:
      target.count === 0
        ? t.team.selectFirst
        : (noChangeReason(context, target, role) ?? needsService(context.session)),
    run: () => setRole(context, target, role),
  }));
}

/** The role menu of a row. */
export function memberRoleActions(context: TeamContext, member: Member): Action[] {
  const rows = [member];
  const target = { count: 1, rows, resolve: () => Promise.resolve(rows) };
  return roleActions(context, target).map(({ icon: _icon, ...action }, index) => {
    const role = roles[index] ?? ownerRole;
    return { ...action, title: t.team.role(role) };
  });
}

export function addMembersAction({ session }: TeamContext, open: () => void): Action {
  return {
    id: "team.add",
    title: t.team.add,
    icon: UserPlus,
    shortcut: "n",
    isListShortcut: true,
    group: t.team.group,
    reason: needsService(session),
    run: open,
  };
}

/**
 * The actions on the selected members. An action is enabled if it changes at least one of them; the
 * only owners of a project are left unchanged.
 */
export function memberActions(context: TeamContext, selection: Selection<Member>): Action[] {
  const { count, rows } = selection;
  const target = { count, rows, resolve: () => selection.resolve() };
  const none = count === 0 ? t.team.selectFirst : undefined;
  return [
    ...roleActions(context, target),
    copyAction({
      id: "team.copy-email",
      title: t.team.copyEmail,
      group: t.team.group,
      reason: none,
      texts: async () => (await selection.resolve()).map(({ email }) => email),
      copied: t.team.emailsCopied,
    }),
    deleteAction({
      id: "team.remove",
      title: t.team.remove,
      icon: UserMinus,
      group: "remove",
      reason: none ?? noChangeReason(context, target, null) ?? needsService(context.session),
      run: () => remove(context, target, () => selection.clear()),
    }),
  ];
}
