/** The roles of a project's team (interface §2.6); the role with the most permissions is first. */
export const roles = ["project-owner", "project-manager", "project-editor"] as const;
export type Role = (typeof roles)[number];
/** Each project needs at least one member with this role. */
export const ownerRole = "project-owner" satisfies Role;
