/** The bounds of a script file. Whatever is beyond them ends as a problem, not as a long wait. */
const mebibyte = 1024 * 1024;

/** Bytes of a file as it comes. */
export const maxFileBytes = 50 * mebibyte;
/** Bytes of everything in a zip container, as its directory declares them. */
export const maxUnpackedBytes = 500 * mebibyte;
/** Bytes of the parts of a container that are read at all, as they really unpack. */
export const maxPartBytes = 256 * mebibyte;
/** How many times larger than its packed form a part may be; XML of sheets packs to a tenth or a twentieth. */
export const maxRatio = 200;
/** Parts below this size may have any ratio: empty sheets pack well. */
export const ratioMatters = 4 * mebibyte;
/** Parts in a zip container. */
export const maxParts = 10_000;
/** Lines of a script, rows of a bulk workbook. */
export const maxLines = 200_000;
/** Columns of a table; the sixteen that have a meaning, and whatever teams keep beside them. */
export const maxColumns = 1_000;
/** Rows that a sheet can have. */
export const maxSheetRows = 1_048_576;
/** Cells of a sheet, counted up to the last one that is used in each row. */
export const maxCells = 20_000_000;
/** UTF-16 units of one text: what a cell of a workbook can hold. */
export const maxTextLength = 32_767;
/** Pages of a .pdf. */
export const maxPages = 5_000;
/** Problems told of one severity; then their number only. */
export const maxProblems = 1_000;
