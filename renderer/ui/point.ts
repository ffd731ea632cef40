/** Where a context menu opens, in the window's pixels. */
export interface Point {
  x: number;
  y: number;
}
