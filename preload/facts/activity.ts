/**
 * The kinds of work that go on without a window. Quitting, closing, sleep, and the taskbar read
 * them; whatever lasts and would be interrupted belongs here.
 */
export const activityKinds = [
  "uploads",
  "downloads",
  "scripts",
  "dubs",
  "deliveries",
  "packs",
  "backups",
  "moves",
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** How much of each kind is running. A kind of which nothing runs is absent. */
export type Activity = Partial<Record<ActivityKind, number>>;

/** The kinds that are running, in the order of the table. */
export const runningKinds = (activity: Activity): ActivityKind[] =>
  activityKinds.filter((kind) => (activity[kind] ?? 0) > 0);

export const isBusy = (activity: Activity) => runningKinds(activity).length > 0;

/** The sum of the activity of several services. */
export function sumOfActivities(activities: readonly Activity[]): Activity {
  const sum: Activity = {};
  for (const activity of activities)
    for (const kind of runningKinds(activity)) sum[kind] = (sum[kind] ?? 0) + (activity[kind] ?? 0);
  return sum;
}
