/** The guard of the paths of delivered files, in rows and where files are written. */

const deliveredSegment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether a path consists of delivered names with "/", so that it leaves no folder. */
export const isDeliveredPath = (path: string): boolean =>
  path.split("/").every((segment) => deliveredSegment.test(segment));
