/** A track of MediaInfo: "General" describes the whole file. */
export type MediaTrack = Readonly<Record<string, unknown>>;

/** A value of a track; "" unless it is a text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
