/**
 * The paths of files dropped on the window; items that are not files on this computer have none.
 */
export function droppedPaths(event: DragEvent): string[] {
  const files = [...(event.dataTransfer?.files ?? [])];
  return files.map((file) => window.bridge.pathOf(file)).filter((path) => path !== "");
}

/** Whether files are dragged, and not a text or a link. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
