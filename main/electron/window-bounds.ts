/** Where the window goes, given where it was and what displays there are now. Pure. */
import type { Rectangle } from "electron";

const usualSize = { width: 1280, height: 820 };
/** So much of the window has to be on some display for it to be found and moved. */
const visible = { width: 200, height: 80 };

/**
 * The remembered place where enough of it is still on a display; otherwise the usual size, where the system puts
 * it. Never larger than the largest display.
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
    // The title bar is at the top: it is what has to be seen.
    const isTopSeen = last.y >= area.y - 10 && last.y <= area.y + area.height - visible.height;
    return width >= visible.width && isTopSeen;
  });
  return isFound ? { x: Math.round(last.x), y: Math.round(last.y), ...fit(last) } : fit(last);
}
