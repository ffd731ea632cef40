import type { AuthScheme } from "../../preload/model";

/** The address and credentials of a workspace's service. The secret stays inside this folder. */
export interface Connection {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}
