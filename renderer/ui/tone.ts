/** The meaning of a state. Each tone has a shape as well as a colour. */
export type Tone = "active" | "good" | "warn" | "bad" | "waiting" | "paused";
