/**
 * The index that an arrow key moves to in a list of `count` options: the ends are connected.
 * `active` is -1 while no option is active; ArrowUp then moves to the last one.
 */
export function stepOption(active: number, key: "ArrowDown" | "ArrowUp", count: number): number {
  if (count === 0) return -1;
  if (active < 0) return key === "ArrowDown" ? 0 : count - 1;
  return (active + (key === "ArrowDown" ? 1 : count - 1)) % count;
}
