import { expect, test, vi } from "vitest";
import {
  contextMenuRows,
  type ContextMenuTarget,
} from "../../../../main/electron/native/context-menu";
import { nativeStringsIn } from "../../../../main/electron/native/strings";

vi.mock("electron", () => ({ Menu: {} }));

const nothing: ContextMenuTarget = {
  isEditable: false,
  selectionText: "",
  misspelledWord: "",
  dictionarySuggestions: [],
  editFlags: {
    canCopy: false,
    canCut: false,
    canDelete: false,
    canEditRichly: false,
    canPaste: true,
    canRedo: false,
    canSelectAll: true,
    canUndo: true,
  },
};
const rowsOf = (target: ContextMenuTarget, replace: (word: string) => void = () => {}) =>
  contextMenuRows(target, nativeStringsIn("de"), replace);

test("a place without text has no menu of the system", () => {
  expect(rowsOf(nothing)).toEqual([]);
  expect(rowsOf({ ...nothing, selectionText: " \n" })).toEqual([]);
});

test("selected text can be copied", () => {
  const editFlags = { ...nothing.editFlags, canCopy: true };
  expect(rowsOf({ ...nothing, editFlags, selectionText: "Hallo" })).toEqual([
    { label: "Kopieren", role: "copy", enabled: true },
  ]);
});

test("a field offers what it can do, and words for a misspelling", () => {
  const enabled = rowsOf({ ...nothing, isEditable: true })
    .filter((row) => row.enabled)
    .map((row) => row.role);
  expect(enabled).toEqual(["undo", "paste", "selectAll"]);
  const replace = vi.fn();
  const [word] = rowsOf({ ...nothing, isEditable: true, dictionarySuggestions: ["Haus"] }, replace);
  expect(word?.label).toBe("Haus");
  word?.click?.(undefined as never, undefined, undefined as never);
  expect(replace).toHaveBeenCalledWith("Haus");
});
