/** The row to which a key moves the cursor of a list; undefined for another key. */
export function rowOfKey(
  key: string,
  { cursor, page, total }: { cursor: number; page: number; total: number },
): number | undefined {
  const rows: Record<string, number> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: total - 1,
  };
  return rows[key];
}
