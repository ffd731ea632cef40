/**
 * The bounds of a document. A document beyond one of them ends with a problem that names the bound; the scanners
 * check them as they go, before anything is collected.
 */
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
/** Paragraphs of a .docx or .pdf, lines of text of a .txt or .srt, empty ones included: five for each line of a script. */
export const maxParagraphs = 1_000_000;
/** Paragraphs inside each other (text boxes); Word itself allows one level. */
export const maxDepth = 100;
/** Strings of a workbook's table of shared strings: 200,000 lines in 40 columns, all of them different. */
export const maxStrings = 8_000_000;
/** Cell formats of a workbook: what Excel itself can hold (64,000), rounded up. */
export const maxStyles = 65_536;
/**
 * UTF-16 units of all texts of a document together: 200,000 lines of 100 characters in 5 languages. A cell of a
 * workbook counts each time that it refers to a shared string, so that a small file cannot unpack to gigabytes.
 */
export const maxCharacters = 100_000_000;
/** Pages of a .pdf. */
export const maxPages = 5_000;
/** Problems told of one severity; then their number only. */
export const maxProblems = 1_000;

/** Heap of the thread that reads a document, in MiB: a workbook of 200,000 lines takes about half of it. */
export const readerHeapMb = 512;
/** Memory of the whole reader process (RSS), in MiB: the heap, and beside it the file, its unpacked parts and .pdf streams. */
export const readerMemoryMb = 1024;
/** Milliseconds for one document; a workbook of 200,000 lines takes about half of them on an old laptop. */
export const readerTimeoutMs = 10_000;
/** Documents that one reader process reads before it is replaced, so that memory it leaks is returned. */
export const documentsPerProcess = 200;
/** Documents that wait for a reader process, and MiB of all of them together. */
export const maxWaitingDocuments = 10_000;
export const maxWaitingMb = 1024;
