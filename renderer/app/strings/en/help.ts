import type { HelpTopic } from "../../../../preload/facts/help-topics";
import { count } from "./count";

/** The title of each topic, which is also the first heading of its file in resources/help/en. */
const topics: Record<HelpTopic, string> = {
  start: "First steps",
  uploads: "Upload media",
  scripts: "Scripts and batches",
  casting: "Casting and voices",
  dubbing: "Dubbing",
  review: "Review lines",
  delivery: "Deliver files",
  offline: "Work offline",
  troubleshooting: "Solve problems",
  keys: "Keyboard",
};

/** The user guide in the window. */
export const help = {
  title: "Help",
  topics,
  topicsLabel: "Topics",
  search: "Search the guide",
  found: (number: number) => `${count(number, "section", "sections")} found`,
  noMatchText: "Try other words, or choose a topic.",
  open: "Help for this screen",
  /** A link from an empty list or an error. */
  link: (topic: string) => `Help: ${topic}`,
};
