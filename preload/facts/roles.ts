/** The roles of a project's team (interface §2.6); the role with the most permissions is first. */
export const roles = ["project-owner", "project-manager", "project-editor"] as const;
export type Role = (typeof roles)[number];
/** Each project needs at least one member with this role. */
export const ownerRole: Role = "project-owner";

/** Whether a service's role is one of the interface. */
export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);
