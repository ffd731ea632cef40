/** What a state means; each has a shape of its own beside its colour. */
export type Tone = "active" | "good" | "warn" | "bad" | "waiting" | "paused";
