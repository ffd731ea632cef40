import type { GridColumn } from "./column";

/** The widths of a grid's columns. `widths` are those set by the user, in pixels, by column. */
export function columnWidths(
  columns: readonly GridColumn[],
  widths: ReadonlyMap<string, number>,
): { tracks: string; total: number } {
  const widthOf = ({ id, width }: GridColumn) => widths.get(id) ?? width;
  const track = (column: GridColumn) => {
    const { id, width, grow = 0 } = column;
    return widths.has(id) || grow === 0 ? `${widthOf(column)}px` : `minmax(${width}px, ${grow}fr)`;
  };
  return {
    /** The value of grid-template-columns. */
    tracks: columns.map(track).join(" "),
    /** The minimum width of all columns, in pixels. */
    total: columns.reduce((sum, column) => sum + widthOf(column), 0),
  };
}
