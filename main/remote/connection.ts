import type { AuthScheme } from "../../preload/model";

/**
 * The base URL and credentials of a workspace's service. The secret is not passed to code outside
 * this folder.
 */
export interface Connection {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
  /**
   * The key of the extension "clones", in base64url, if this application has started the service.
   */
  cloneKey?: string | undefined;
}
