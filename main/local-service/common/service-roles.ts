/**
 * What a process of several services does: responds to clients, works in the background, or both.
 */
export const serviceRoles = ["api", "worker", "api,worker"] as const;
export type ServiceRole = (typeof serviceRoles)[number];
