/**
 * The available scales of the window; 1 is 100 %. No schemas, so that the renderer can import this
 * file.
 */
export const textSizes: readonly number[] = [0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];
