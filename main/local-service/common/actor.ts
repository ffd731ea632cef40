/** Who sends a request: follows from the credential of its access token, never from its body. */
import type { CredentialScope } from "../../../preload/facts/credentials";

export interface Actor {
  /** The `clientId`. */
  credentialId: string;
  /** The name of the credentials, such as that of a computer; "" without credentials. */
  credentialName: string;
  scope: CredentialScope;
  /** The person; null for credentials of the workspace itself. */
  person: { userId: string; name: string } | null;
}
