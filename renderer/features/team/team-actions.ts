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
  /** Whether the whole team is selected. */
  isWholeTeam: boolean;
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

/** Resolves the target to a list of members. Null, after a toast, if the change would remove the last owner or the
 * members cannot be read. The members of a completely selected search are known only here.
 */
async function resolveMembers(
  { workspaceId, projectId }: TeamContext,
  target: Target,
  role: Role | null,
): Promise<readonly Member[] | null> {
  try {
    const rows = await target.resolve();
    if (role === ownerRole) return rows;
    const first = { search: "", sort: "name", offset: 0, limit: 1 } as const;
    const { ownerCount } = await api.team.list({ workspaceId, projectId, ...first });
    const reason = ownerReason(ownerCount, ownersOf(rows));
    if (reason === undefined) return rows;
    toasts.show(reason, { tone: "bad" });
  } catch (error) {
    toasts.show(problemText(toProblem(error)), { tone: "bad" });
  }
  return null;
}

async function setRole(context: TeamContext, target: Target, role: Role): Promise<void> {
  const all = await resolveMembers(context, target, role);
  if (!all) return;
  const rows = all.filter((row) => row.role !== role);
  const [first] = rows;
  if (!first) {
    toasts.show(t.team.hasRole(t.team.role(role)));
    return;
  }
  const members = rows.map(({ id }) => ({ userId: id, role }));
  if (!(await succeeds(() => setRoles(context, members)))) return;
  toasts.show(t.team.changed(rows.length, fullName(first), t.team.role(role)), {
    action: { title: t.common.undo, run: () => void restoreRoles(context, rows) },
  });
}

async function remove(context: TeamContext, target: Target, done: () => void): Promise<void> {
  const { workspaceId, projectId } = context;
  const rows = (await resolveMembers(context, target, null)) ?? [];
  const [first] = rows;
  if (!first) return;
  const userIds = rows.map(({ id }) => id);
  if (!(await succeeds(() => api.team.remove({ workspaceId, projectId, userIds })))) return;
  done();
  toasts.show(t.team.removed(rows.length, fullName(first)), {
    action: { title: t.common.undo, run: () => void restoreRoles(context, rows) },
  });
}

const ownersOf = (rows: readonly Member[]) => rows.filter(({ role }) => role === ownerRole).length;

/** Why this many owners cannot be changed or removed: at least one must remain. */
function ownerReason(ownerCount: number, affected: number): string | undefined {
  return ownerCount > 0 && affected >= ownerCount ? t.team.ownerStays : undefined;
}

/** `ownerReason` for the loaded members of a target. */
function loadedOwnerReason({ ownerCount }: TeamContext, { rows, isWholeTeam }: Target) {
  return ownerReason(ownerCount, isWholeTeam ? ownerCount : ownersOf(rows));
}

function roleActions(context: TeamContext, target: Target): Action[] {
  const { rows, count } = target;
  return roles.map((role) => {
    const allHaveRole = rows.length === count && rows.every((row) => row.role === role);
    return {
      id: `team.make-${role}`,
      title: t.team.makeRole(t.team.role(role)),
      icon: UserCog,
      group: "role",
      reason:
        count === 0
          ? t.team.selectFirst
          : allHaveRole
            ? t.team.hasRole(t.team.role(role))
            : (needsService(context.session) ??
              (role === ownerRole ? undefined : loadedOwnerReason(context, target))),
      run: () => setRole(context, target, role),
    };
  });
}

/** The role menu of a row. */
export function memberRoleActions(context: TeamContext, member: Member): Action[] {
  const rows = [member];
  const target = { count: 1, rows, isWholeTeam: false, resolve: () => Promise.resolve(rows) };
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

/** The actions on the selected members. `isSearched`: the list is filtered and not the whole team. */
export function memberActions(
  context: TeamContext,
  selection: Selection<Member>,
  isSearched: boolean,
): Action[] {
  const { count, rows, isAll } = selection;
  const isWholeTeam = isAll && !isSearched;
  const target = { count, rows, isWholeTeam, resolve: () => selection.resolve() };
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
      reason: none ?? needsService(context.session) ?? loadedOwnerReason(context, target),
      run: () => remove(context, target, () => selection.clear()),
    }),
  ];
}
