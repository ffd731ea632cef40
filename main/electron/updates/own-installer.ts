/** How the application replaces itself, by the kind of its installation. */
import type { UpdateInstaller } from "../../backend/ports";

export interface OwnInstaller extends UpdateInstaller {
  /**
   * Ends this process after `install`, so that another program can replace its files and start the
   * new version. Undefined where `install` has replaced them.
   */
  finish?: () => void;
}
