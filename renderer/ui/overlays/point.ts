/** The position at which a context menu opens, in window pixels. */
export interface Point {
  x: number;
  y: number;
}
