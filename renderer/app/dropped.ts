/** The paths of files that were dropped on the window; what is no file of this computer has none. */
export function droppedPaths(event: DragEvent): string[] {
  const files = [...(event.dataTransfer?.files ?? [])];
  return files.map((file) => window.bridge.pathOf(file)).filter((path) => path !== "");
}

/** Whether files are dragged, and not a text or a link. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
