/**
 * The topics of the user guide, in its order. Each is a file in resources/help/en and
 * resources/help/de.
 */
export const helpTopics = [
  "start",
  "uploads",
  "scripts",
  "casting",
  "dubbing",
  "review",
  "delivery",
  "offline",
  "troubleshooting",
  "keys",
] as const;
export type HelpTopic = (typeof helpTopics)[number];
