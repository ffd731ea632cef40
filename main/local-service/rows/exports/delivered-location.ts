/** The locations of the files of deliveries in the store of objects. */

/** The folder of all files of an export. */
export const deliveredBelow = (exportId: string): string => `deliveries/${exportId}/`;
