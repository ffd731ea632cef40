/**
 * The questions of the main process to the user. Where no user can answer, in tests and scripts,
 * each has the answer that changes nothing.
 */
import type { BrowserWindow } from "electron";
import type { ActivityKind } from "../../preload/facts/activity";
import { chooseRecovery, confirmQuit, confirmRestore, confirmWayBack } from "./native/native-ui";
import type { NativeStrings } from "./native/strings";
import type { RecoveryChoice, RecoveryQuestion } from "./window/renderer-recovery";

export interface QuestionsDeps {
  isAttended: boolean;
  /** Null while there is no window. */
  window: () => BrowserWindow | null;
  strings: () => NativeStrings;
}

export type Questions = ReturnType<typeof createQuestions>;

export function createQuestions({ isAttended, window, strings }: QuestionsDeps) {
  return {
    recovery: (question: RecoveryQuestion, signal: AbortSignal): Promise<RecoveryChoice> =>
      isAttended
        ? chooseRecovery(window(), question, strings(), signal)
        : Promise.resolve("wait" as const),
    wayBack: (
      versions: { from: string; to: string },
      copyMadeAt: number | null,
    ): Promise<boolean> =>
      isAttended ? confirmWayBack(versions, copyMadeAt, strings()) : Promise.resolve(false),
    restore: (copyMadeAt: number | null): Promise<boolean> =>
      isAttended ? confirmRestore(copyMadeAt, strings()) : Promise.resolve(false),
    /** Asked only where a user can answer: `manageQuit`. */
    quit: (running: readonly ActivityKind[]): Promise<boolean> =>
      confirmQuit(window(), running, strings()),
  };
}
