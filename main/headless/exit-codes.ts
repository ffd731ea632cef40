/** The exit codes of the terminal commands. */
export const exit = {
  done: 0,
  /** A file is not in the gallery, or a folder does not match its manifest. */
  failed: 1,
  /** Invalid arguments, or a file named by them that cannot be used. */
  usage: 2,
  interrupted: 130,
} as const;
