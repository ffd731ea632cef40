import { t } from "../../../app/strings";
import { readClipboard, writeClipboard } from "./clipboard";
import type { GridControl } from "../grid-control.svelte";

/** Handles the document's clipboard events for a grid while `isOurs` returns true. */
export function clipboardEvents(control: () => GridControl, isOurs: () => boolean) {
  function copy(event: ClipboardEvent): void {
    if (!isOurs() || !event.clipboardData) return;
    event.preventDefault();
    const texts = control().cells.texts();
    if (texts.length === 0) return;
    writeClipboard(event.clipboardData, texts);
    control().announce(t.grid.copied(texts.length, texts[0]?.length ?? 0));
  }
  function cut(event: ClipboardEvent): void {
    copy(event);
    if (isOurs() && !control().isReadOnly) control().cells.clear();
  }
  function paste(event: ClipboardEvent): void {
    if (!isOurs() || !event.clipboardData) return;
    event.preventDefault();
    control().cells.paste(readClipboard(event.clipboardData));
  }
  return { copy, cut, paste };
}
