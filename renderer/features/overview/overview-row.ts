import type { Route } from "../../app/routes";
import type { Tone } from "../../ui/tone";

/** A row of the overview: an item, its state, and the screen it opens. */
export interface OverviewRow {
  id: string;
  /** The kind of item, which determines the icon. */
  kind: "batch" | "casting" | "review" | "uploads" | "outbox" | "bulk" | "project";
  title: string;
  /** What the item belongs to, such as its project; "" for none. */
  parent: string;
  /** The project that the item belongs to; null for none, and for projects themselves. */
  project: { id: string; name: string } | null;
  tone: Tone;
  /** The state in a word or two, with `message` below; "" for none. */
  status: string;
  message: string;
  /** From 0 to 1; null for none. */
  progress: number | null;
  at: number | null;
  route: Route;
  /** The id of an action that resolves the problem, shown as a button. */
  actionId?: string;
}

/** The groups by state, in display order. */
export const stateGroups = [
  "overdue",
  "due",
  "needs-attention",
  "running",
  "review",
  "reviewed",
  "idle",
  "recent",
] as const;

export interface OverviewGroup {
  /** A state, or "project/…". */
  id: string;
  title: string;
  /** Number of items, including those that are not listed. */
  count: number;
  rows: readonly OverviewRow[];
  /** Where the items that are not listed are found; null if all are listed. */
  more: { text: string; route: Route | null } | null;
}
