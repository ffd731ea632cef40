/**
 * Confirmation of files that the user has not chosen: those that rows of a bulk draft name, and
 * source audio outside of its script's folder. SECURITY: the question is a native dialog, which a
 * script in the window cannot answer.
 */
import { AppError } from "../../common/errors";
import type { Confirmations } from "../ports";
import type { ApprovedPaths } from "./approved-paths";
import { createMutex } from "../../common/mutex";

/**
 * A file that a pending request needs; `outsideOf` is the script that names it from outside of its
 * folder.
 */
export interface NeededFile {
  sourcePath: string;
  outsideOf?: string;
}

export interface ConfirmFilesDeps {
  approved: Pick<ApprovedPaths, "approve" | "notApproved" | "isConfirmedFor" | "confirmFor">;
  confirmations: Pick<Confirmations, "files">;
}

export type ConfirmFiles = ReturnType<typeof createConfirmFiles>;

export function createConfirmFiles({ approved, confirmations }: ConfirmFilesDeps) {
  /** One dialog at a time: paths that the previous dialog approved need no other. */
  const exclusively = createMutex();
  const refused = () => new AppError("not-confirmed", "the files were not confirmed");

  return {
    /** Confirms files that rows name. Rejects with "not-confirmed" where the user cancels. */
    named: (files: readonly string[]) =>
      exclusively(async () => {
        const paths = await approved.notApproved(files);
        if (paths.length === 0) return;
        if (!(await confirmations.files({ reason: "named", paths }))) throw refused();
        approved.approve(paths);
      }),
    /**
     * Confirms source audio outside of its script's folder. Rejects with "not-confirmed" where the
     * user cancels.
     */
    outside: (files: readonly NeededFile[]) =>
      exclusively(async () => {
        const open = unconfirmed(files, approved);
        if (open.length === 0) return;
        const paths = [...new Set(open.map(({ path }) => path))].sort();
        if (!(await confirmations.files({ reason: "outside", paths }))) throw refused();
        approved.confirmFor(open);
      }),
  };
}

/** The files outside of their script's folder that the user has not confirmed. */
export function unconfirmed(
  files: readonly NeededFile[],
  approved: Pick<ApprovedPaths, "isConfirmedFor">,
): { script: string; path: string }[] {
  return files.flatMap(({ sourcePath, outsideOf }) =>
    outsideOf === undefined || approved.isConfirmedFor(outsideOf, sourcePath)
      ? []
      : [{ script: outsideOf, path: sourcePath }],
  );
}
