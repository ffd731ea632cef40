/** The ids of scripts, and where their bytes are stored. */

export const scriptId = /^[0-9a-f]{32}$/;
/** Location of a script in the object store. */
export const scriptLocation = (id: string): string => `scripts/${id}`;
