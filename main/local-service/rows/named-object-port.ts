/** The part of the store's port for those who compare rows with the stored objects. */

/** The kinds of objects whose loss is a loss: all others are made again. */
export const keptKinds = ["media", "script", "take"] as const;
export type KeptKind = (typeof keptKinds)[number];
/** "speech": the synthesised sound of takes, before it is fitted. "delivery": a delivered file. */
export type NamedKind = KeptKind | "speech" | "delivery";
export const namedKinds: readonly NamedKind[] = [...keptKinds, "speech", "delivery"];

/** An object that a row names. */
export interface NamedObject {
  location: string;
  /** The gallery path, the name of a script, or the batch, language and line of a take. */
  name: string;
  /** Bytes; null if the row does not contain it. */
  size: number | null;
  /** The key of the row: `after` of the next page. */
  cursor: string;
}

export interface NamedObjectRows {
  /** The next objects of a kind whose rows are after `after` ("" for the first ones). */
  listNamedObjects(kind: NamedKind, after: string, limit: number): Promise<NamedObject[]>;
  /** Whether a row of the kind still names the location. Reads the whole table. */
  isNamed(kind: KeptKind, location: string): Promise<boolean>;
  /**
   * The locations of publications, removals and uploads in progress. One that ends with "/" stands
   * for all objects below it.
   */
  listUnfinishedLocations(): Promise<string[]>;
}
