/** The scales of the whole window that can be chosen; 1 is 100 %. Without schemas, so that the renderer can import it. */
export const textSizes: readonly number[] = [0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];
