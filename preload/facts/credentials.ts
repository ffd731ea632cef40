/**
 * What the credentials of a service may do. "admin": everything, and the administration of
 * credentials and invitations. "workspace": everything else, as the interface's own credentials.
 * "member": what the roles of their person in the projects allow.
 */
export const credentialScopes = ["admin", "workspace", "member"] as const;
export type CredentialScope = (typeof credentialScopes)[number];
