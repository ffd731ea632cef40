/** The folder of a downloaded delivery. */
import { realpath } from "node:fs/promises";
import { isDeliveredPath } from "../../common/delivered-path";
import { AppError } from "../../common/errors";
import { isPortableName } from "../../common/portable-names";
import { createFolder } from "../downloads/write-file";

/**
 * Creates the folder of a delivery in the folder that the user chose, under a free name: "NAME_v1",
 * "NAME_v1 (2)". Resolves with its real path.
 * @throws AppError "unexpected-answer" for a name that is no name, or as `createFolder`
 */
export async function createDeliveryFolder(target: string, name: string): Promise<string> {
  // SECURITY: the name is that of a service.
  if (name.includes("/") || !isDeliveredPath(name) || !isPortableName(name))
    throw new AppError("unexpected-answer", "the folder of the delivery has no name");
  return realpath(await createFolder(target, name));
}
