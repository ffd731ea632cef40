/** DIR/moving.json: what a workspace is in a move, which its restarts do not end. */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { AppError, systemCode } from "../../common/errors";
import { privateFileMode } from "../../common/private-files";
import { syncFolder, writeFileDurably } from "../objects/files";

const fileName = "moving.json";

const moveState = z.object({
  role: z.enum(["source", "target"]),
  /** Of the move, which both services know. */
  id: z.string(),
  /** The other workspace, for people. */
  other: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Null until the move is complete. */
  endedAt: z.number().nullable(),
});
export type MoveState = z.infer<typeof moveState>;

export interface MoveStateFile {
  /** @throws AppError "local-service-failed" for a file that cannot be understood. */
  read(): Promise<MoveState | null>;
  /** Durable when it resolves. */
  write(state: MoveState | null): Promise<void>;
}

export function createMoveStateFile(dataDir: string): MoveStateFile {
  const file = path.join(dataDir, fileName);
  return {
    async read() {
      try {
        return moveState.parse(JSON.parse(await readFile(file, "utf8")));
      } catch (error) {
        if (systemCode(error) === "ENOENT") return null;
        throw new AppError("local-service-failed", `${fileName} of the data folder is damaged`, {
          cause: error,
        });
      }
    },
    async write(state) {
      if (state) {
        await writeFileDurably(file, Buffer.from(JSON.stringify(state)), privateFileMode);
        return;
      }
      await rm(file, { force: true });
      await syncFolder(dataDir);
    },
  };
}
