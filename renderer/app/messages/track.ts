/** Makes an effect depend on values that it does not use: reading them as arguments is enough. */
export function track(..._values: unknown[]): void {
  // The values were read.
}
