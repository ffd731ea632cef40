import type { BulkScript, ReadOptions, Script, ScriptFormat } from "./model";

export function formatOf(_fileName: string, _bytes: Uint8Array): ScriptFormat | null {
  return null;
}

export function readScript(
  _bytes: Uint8Array,
  _fileName: string,
  _options: ReadOptions,
): Promise<Script> {
  return Promise.resolve({ format: null, lines: [], characters: [], languages: [], problems: [] });
}

export function readBulk(_bytes: Uint8Array, _fileName: string): Promise<BulkScript> {
  return Promise.resolve({ rows: [], problems: [] });
}
