import Cloud from "@lucide/svelte/icons/cloud";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import History from "@lucide/svelte/icons/history";
import KeyRound from "@lucide/svelte/icons/key-round";
import Laptop from "@lucide/svelte/icons/laptop";
import Pencil from "@lucide/svelte/icons/pencil";
import Plus from "@lucide/svelte/icons/plus";
import RefreshCw from "@lucide/svelte/icons/refresh-cw";
import Trash2 from "@lucide/svelte/icons/trash-2";
import Truck from "@lucide/svelte/icons/truck";
import type { Workspace } from "../../../preload/model";
import { actions, offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { formatDateTime, formatList } from "../../app/format";
import { confirm } from "../../app/messages/confirm.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { dialogs } from "./dialogs.svelte";

/** Number of uploads of a workspace that are not finished; 0 if unknown. */
export async function openUploads(workspaceId: string): Promise<number> {
  try {
    const { counts } = await api.uploads.summary({ workspaceId });
    return counts.all - counts.done;
  } catch {
    return 0;
  }
}

/** Number of cached gallery paths of a workspace; 0 if unknown. */
async function cachedPaths(workspaceId: string): Promise<number> {
  try {
    return (await api.gallery.status({ workspaceId })).fileCount;
  } catch {
    return 0;
  }
}

/**
 * Descriptions of the data that exists only on this computer and is deleted with the workspace;
 * empty if unknown.
 */
async function localDataTexts(workspaceId: string): Promise<string[]> {
  try {
    const usage = await api.workspaces.usage({ workspaceId });
    const { pendingRequests, bulkDrafts, trackedRequests, formDrafts, hasBucket } = usage;
    return [
      pendingRequests > 0 ? t.workspace.removePendingRequests(pendingRequests) : "",
      bulkDrafts > 0 ? t.workspace.removeBulkDrafts(bulkDrafts) : "",
      formDrafts > 0 ? t.workspace.removeFormDrafts(formDrafts) : "",
      trackedRequests > 0 ? t.workspace.removeTrackedRequests(trackedRequests) : "",
      hasBucket ? t.workspace.removeBucket : "",
    ].filter((text) => text !== "");
  } catch {
    return [];
  }
}

/** The folders of a workspace that are watched; empty if unknown. */
async function watchedFolders(workspaceId: string): Promise<string[]> {
  try {
    const all = await api.watchFolders.list({ workspaceId });
    return all.filter(({ isPaused }) => !isPaused).map(({ sourcePath }) => sourcePath);
  } catch {
    return [];
  }
}

/** Tests the connection to the service and shows the result in a toast. */
async function testConnection({ id: workspaceId, name, kind }: Workspace): Promise<void> {
  const startedAt = performance.now();
  await runWithToast(async () => {
    await api.workspaces.reconnect({ workspaceId });
    const milliseconds = Math.round(performance.now() - startedAt);
    const now = (await api.workspaces.list()).find(({ id }) => id === workspaceId);
    if (now?.state === "online") {
      const text =
        kind === "local"
          ? t.workspace.connectedLocal(name)
          : t.workspace.responds(name, milliseconds);
      toasts.show(text, { tone: "good" });
    } else if (now?.problem) toasts.show(t.problem(now.problem), { tone: "bad" });
  });
}

/**
 * After confirmation, starts a local workspace with the newest copy of its damaged or missing
 * database.
 */
async function restoreCopy({ id: workspaceId, name }: Workspace, madeAt: number): Promise<void> {
  const isConfirmed = await confirm({
    title: t.workspace.restoreCopyTitle(name),
    text: t.workspace.restoreCopyText(formatDateTime(madeAt)),
    confirm: t.workspace.restoreCopy(formatDateTime(madeAt)),
    tone: "danger",
  });
  if (!isConfirmed) return;
  if (await runWithToast(() => api.workspaces.recover({ workspaceId, consent: "copy" })))
    toasts.show(t.workspace.copyRestored(name), { tone: "good" });
}

async function openAnyway({ id: workspaceId, name }: Workspace, rows: string): Promise<void> {
  const isConfirmed = await confirm({
    title: t.workspace.openAnywayTitle(name),
    text: `${t.workspace.invalidRows(t.serviceTexts.message(rows))} ${t.errors["rows-invalid"].remedy}`,
    confirm: t.workspace.openAnyway,
    tone: "danger",
  });
  if (isConfirmed)
    await runWithToast(() => api.workspaces.recover({ workspaceId, consent: "rows" }));
}

async function remove(workspace: Workspace): Promise<void> {
  const { id: workspaceId, name, kind, dataDir } = workspace;
  const [open, watched, work, cached] = await Promise.all([
    openUploads(workspaceId),
    watchedFolders(workspaceId),
    localDataTexts(workspaceId),
    cachedPaths(workspaceId),
  ]);
  const lost = [
    ...(open > 0 ? [t.workspace.removeOpen(open)] : []),
    ...(watched.length > 0 ? [t.workspace.removeWatchFolders(formatList(watched))] : []),
    ...work,
  ];
  const rest =
    kind === "local" ? t.workspace.removeLocal(dataDir) : t.workspace.removeHosted(cached);
  const isConfirmed = await confirm({
    title: t.workspace.removeTitle(name),
    text: [...lost, rest].join(" "),
    confirm: t.common.remove,
    tone: "danger",
  });
  if (!isConfirmed) return;
  if (await runWithToast(() => api.workspaces.remove({ workspaceId })))
    toasts.show(t.workspace.removed(name));
}

/** The actions on a workspace. */
function actionsOf(workspace: Workspace): Action[] {
  const group = t.workspace.group;
  const list: Action[] = [
    {
      id: "workspace.rename",
      title: t.workspace.rename,
      icon: Pencil,
      group,
      run: () => (dialogs.open = { kind: "rename", workspace }),
    },
  ];
  if (workspace.kind === "hosted") {
    list.push({
      id: "workspace.replace-credentials",
      title: t.workspace.replace,
      icon: KeyRound,
      group,
      run: () => (dialogs.open = { kind: "replace", workspace }),
    });
  }
  const { problem } = workspace;
  const madeAt = problem?.copyMadeAt;
  if (workspace.kind === "local" && workspace.state !== "online" && madeAt !== undefined) {
    list.push({
      id: "workspace.restore-copy",
      title: t.workspace.restoreCopy(formatDateTime(madeAt)),
      icon: History,
      group,
      run: () => restoreCopy(workspace, madeAt),
    });
  }
  if (problem?.code === "rows-invalid") {
    list.push({
      id: "workspace.open-anyway",
      title: t.workspace.openAnyway,
      icon: FolderOpen,
      group,
      run: () => openAnyway(workspace, problem.message),
    });
  }
  // Not for a running local workspace: reconnecting would restart it.
  if (workspace.state !== "online" || workspace.kind === "hosted") {
    list.push({
      id: "workspace.reconnect",
      title: workspace.state === "online" ? t.workspace.test : t.workspace.reconnect,
      icon: RefreshCw,
      group,
      run: () => testConnection(workspace),
    });
  }
  const offersMove = workspace.extensions.includes("move");
  if (offersMove || workspace.team !== null) {
    const isOnline = workspace.state === "online";
    list.push({
      id: "workspace.move",
      title: t.moves.action,
      icon: Truck,
      group,
      reason: offersMove ? (isOnline ? undefined : t.moves.notOnline) : t.moves.noRight,
      run: () => (dialogs.open = { kind: "move", workspace }),
    });
  }
  list.push({
    id: "workspace.remove",
    title: t.workspace.remove,
    icon: Trash2,
    tone: "danger",
    group,
    run: () => remove(workspace),
  });
  return list;
}

/**
 * Registers adding and switching workspaces, and the current workspace's actions, on every screen.
 * Call during the initialization of the root component.
 */
export function offerWorkspaceActions(session: Session): void {
  actions.offer("workspace", actionsOf);
  offerActions(() => {
    const group = t.workspace.group;
    const current = session.workspace;
    const others = session.workspaces.filter(({ id }) => id !== current?.id);
    return [
      ...others.map((other) => ({
        id: `workspace.show.${other.id}`,
        title: other.name,
        icon: other.kind === "local" ? Laptop : Cloud,
        group: t.workspace.menu,
        run: () => session.show(other.id),
      })),
      ...(current ? actionsOf(current) : []),
      {
        id: "workspaces.add",
        title: t.workspace.add,
        icon: Plus,
        group,
        run: () => (dialogs.open = { kind: "add" }),
      },
    ];
  });
}
