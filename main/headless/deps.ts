import type { Policies } from "../common/policies";
import type { Programs } from "../common/processes/programs";

/** Dependencies of the terminal commands. */
export interface HeadlessDeps {
  /** The folder of the bundles, out/main. */
  bundles: string;
  /** Starts programs in processes of their own. */
  programs: Programs;
  /** What the administrator of this computer has set. Read by the commands that it concerns. */
  policies: () => Policies;
}
