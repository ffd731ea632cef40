/** The position at which a context menu opens, in window pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Where a context menu opens: at the pointer; or, if the keyboard requested it, at the bottom of
 * the element with the cursor, moved by `offset`.
 */
export function menuPoint(event: MouseEvent, elementId: string, offset: Point): Point {
  const box =
    event.button === 2 ? null : document.getElementById(elementId)?.getBoundingClientRect();
  return box
    ? { x: box.left + offset.x, y: box.bottom + offset.y }
    : { x: event.clientX, y: event.clientY };
}
