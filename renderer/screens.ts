/** The component of each route. A route without a component is a compile error. */
import type { Component } from "svelte";
import BatchView from "./features/batches/BatchView.svelte";
import NewBatchView from "./features/batches/new-batch/NewBatchView.svelte";
import PendingBatchView from "./features/batches/PendingBatchView.svelte";
import DeliveryView from "./features/delivery/DeliveryView.svelte";
import BulkView from "./features/bulk/BulkView.svelte";
import HelpView from "./features/help/HelpView.svelte";
import MediaView from "./features/media/MediaView.svelte";
import OutboxView from "./features/outbox/OutboxView.svelte";
import OverviewView from "./features/overview/OverviewView.svelte";
import ProjectsView from "./features/projects/ProjectsView.svelte";
import ReviewView from "./features/review/ReviewView.svelte";
import SettingsView from "./features/settings/SettingsView.svelte";
import UploadsView from "./features/uploads/UploadsView.svelte";
import UsersView from "./features/users/UsersView.svelte";
import WatchFoldersView from "./features/watch-folders/WatchFoldersView.svelte";
import VoicesView from "./features/voices/VoicesView.svelte";
import type { Route, RouteOf, Screen } from "./app/routes";
import ProjectScreen from "./ProjectScreen.svelte";

/**
 * A component with its props. A changed key mounts the component again; with the same key only the
 * props are updated.
 */
export interface ShownScreen {
  component: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
  key: string;
}

function show<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
  ...key: readonly (string | number | undefined)[]
): Omit<ShownScreen, "key"> & { key: readonly (string | number | undefined)[] } {
  return { component: component as unknown as ShownScreen["component"], props, key };
}

const screens: { [S in Screen]: (route: RouteOf<S>) => ReturnType<typeof show> } = {
  overview: () => show(OverviewView, {}),
  projects: () => show(ProjectsView, {}),
  project: ({ projectId, tab }) => show(ProjectScreen, { projectId, tab }, projectId),
  "new-batch": ({ projectId, entryId, fromBatchId, variant }) =>
    show(
      NewBatchView,
      { projectId, entryId, fromBatchId, isCopy: variant === "copy" },
      projectId,
      entryId,
      fromBatchId,
      variant,
    ),
  bulk: ({ projectId, draftId, requestId }) =>
    show(BulkView, { projectId, draftId, requestId }, projectId),
  outbox: () => show(OutboxView, {}),
  batch: ({ projectId, batchId, entryId }) =>
    show(BatchView, { projectId, batchId, entryId }, batchId),
  review: ({ projectId, batchId, languageId, line, filter }) =>
    show(
      ReviewView,
      { projectId, batchId, languageId, line, filter },
      batchId,
      languageId,
      line,
      filter,
    ),
  delivery: ({ projectId, batchId, languageId }) =>
    show(DeliveryView, { projectId, batchId, languageId }, `${batchId} ${languageId ?? ""}`),
  "pending-batch": ({ projectId, entryId }) =>
    show(PendingBatchView, { projectId, entryId }, entryId),
  media: ({ folder }) => show(MediaView, { folder }),
  uploads: ({ search }) => show(UploadsView, { initialSearch: search ?? "" }, search),
  "watch-folders": () => show(WatchFoldersView, {}),
  voices: () => show(VoicesView, {}),
  users: () => show(UsersView, {}),
  settings: () => show(SettingsView, {}),
  help: ({ topic, section }) => show(HelpView, { topic, section }),
};

/** The component, props and key for a route. */
export function screenOf(route: Route): ShownScreen {
  const { key, ...shown } = (screens[route.screen] as (of: Route) => ReturnType<typeof show>)(
    route,
  );
  return { ...shown, key: JSON.stringify([route.screen, ...key]) };
}
