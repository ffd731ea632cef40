import { hiddenArgument } from "../system/login-item";

/**
 * The arguments with which the program starts again: with its window, and without the files and
 * links that it was started to open. From the source code the folder of the application stays.
 */
export const restartArguments = (argv: readonly string[], isPackaged: boolean): string[] =>
  argv.slice(1).filter((one) => one !== hiddenArgument && (!isPackaged || one.startsWith("-")));
