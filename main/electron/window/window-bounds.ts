/** Computes the window bounds from the previous bounds and the current displays. Pure functions. */
import type { Rectangle } from "electron";

const usualSize = { width: 1280, height: 820 };
/**
 * Minimum size of the part of the window that has to be on a display, so that the user can find and
 * move it.
 */
const visible = { width: 200, height: 80 };

/**
 * The previous bounds if enough of the window is still on a display; otherwise only the previous or
 * default size, and the system chooses the position. Never larger than the largest display.
 */
export function placeWindow(
  last: Rectangle | null,
  areas: readonly Rectangle[],
): { x?: number; y?: number; width: number; height: number } {
  const widest = Math.max(...areas.map((area) => area.width), 900);
  const highest = Math.max(...areas.map((area) => area.height), 600);
  const fit = (size: { width: number; height: number }) => ({
    width: Math.min(Math.round(size.width), widest),
    height: Math.min(Math.round(size.height), highest),
  });
  if (!last) return fit(usualSize);
  const isFound = areas.some((area) => {
    const width = Math.min(last.x + last.width, area.x + area.width) - Math.max(last.x, area.x);
    // The title bar is at the top, so the top has to be visible.
    const isTopSeen = last.y >= area.y - 10 && last.y <= area.y + area.height - visible.height;
    return width >= visible.width && isTopSeen;
  });
  return isFound ? { x: Math.round(last.x), y: Math.round(last.y), ...fit(last) } : fit(last);
}
