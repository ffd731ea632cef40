/** Names what an effect depends on where it does not use the value itself: reading it as an argument is enough. */
export function track(..._values: unknown[]): void {
  // nothing to do with them
}
