import { readdir } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../errors";

/** Any of these shows that a folder is ours. */
const marks = ["service.key", "workspace.db", "service.lock"];
/** What systems leave in folders that a person calls empty. */
const negligible = /^(\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;

/**
 * Refuses a folder that holds something else: a service tidies its folder at each start, and must not take
 * anybody's files for leftovers of its own. A folder that is empty or not there yet is fine.
 * @throws AppError "invalid-input" that names dataDir; the system's own error for a folder that cannot be read.
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(dataDir);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  if (names.some((name) => marks.includes(name))) return;
  if (names.every((name) => negligible.test(name))) return;
  const message = "the folder holds other files; choose an empty one";
  throw new AppError("invalid-input", `dataDir: ${path.basename(dataDir)}: ${message}`, {
    details: [{ field: "dataDir", message }],
  });
}
