/** Signs requests that name paths of this computer; see main/common/clone-signature.ts. */
import { AppError } from "../../common/errors";
import type { Connection } from "../connection";
import { isLoopbackUrl } from "../http/routes";

/** Milliseconds until a signed request must begin. */
const signatureLifeMs = 60_000;

/**
 * The key of the service that this application started, and the expiry of a signature made now.
 * @throws AppError "not-offered" for a service of another process.
 */
export async function requireSigner(
  connection: () => Promise<Connection>,
): Promise<{ key: Buffer; expiresAt: number }> {
  const { baseUrl, cloneKey } = await connection();
  // SECURITY: paths of this computer are sent to this computer only.
  if (cloneKey === undefined || !isLoopbackUrl(baseUrl))
    throw new AppError("not-offered", "the service was not started by this application");
  return { key: Buffer.from(cloneKey, "base64url"), expiresAt: Date.now() + signatureLifeMs };
}
