/**
 * The limits of a document. Reading a document that exceeds a limit ends with a problem that names
 * the limit. The scanners check the limits while scanning, before they collect data.
 */
const mebibyte = 1024 * 1024;

/** Bytes of the input file. */
export const maxFileBytes = 50 * mebibyte;
/** Total unpacked bytes of a zip container, as declared in its directory. */
export const maxUnpackedBytes = 500 * mebibyte;
/** Total bytes of the parts of a container that are read, measured while unpacking. */
export const maxPartBytes = 256 * mebibyte;
/** Maximum ratio of unpacked to packed size of a part; XML of sheets has a ratio of 10 to 20. */
export const maxRatio = 200;
/** The ratio is not checked for parts below this size: empty sheets compress well. */
export const minBytesForRatio = 4 * mebibyte;
/** Number of parts in a zip container. */
export const maxParts = 10_000;
/** Number of lines of a script or rows of a bulk workbook. */
export const maxLines = 200_000;
/** Number of columns of a table: the sixteen known columns and any other columns of the team. */
export const maxColumns = 1_000;
/** Maximum number of rows in a sheet. */
export const maxSheetRows = 1_048_576;
/** Number of cells in a sheet; each row is counted up to its last used cell. */
export const maxCells = 20_000_000;
/** UTF-16 units of one text; the maximum of a workbook cell. */
export const maxTextLength = 32_767;
/**
 * Number of paragraphs of a .docx or .pdf or lines of text of a .txt or .srt, including empty ones:
 * five per line of a script.
 */
export const maxParagraphs = 1_000_000;
/** Nesting depth of paragraphs (text boxes); Word itself allows one level. */
export const maxDepth = 100;
/** Number of shared strings of a workbook: 200,000 lines in 40 columns, all different. */
export const maxStrings = 8_000_000;
/** Number of cell formats of a workbook: the maximum of Excel (64,000), rounded up. */
export const maxStyles = 65_536;
/**
 * UTF-16 units of all texts of a document in total: 200,000 lines of 100 characters in 5 languages.
 * Every reference of a workbook cell to a shared string counts, so that a small file cannot expand
 * to gigabytes.
 */
export const maxCharacters = 100_000_000;
/** Number of pages of a .pdf. */
export const maxPages = 5_000;
/** Number of problems listed per severity; further problems are only counted. */
export const maxProblems = 1_000;

/**
 * Heap limit of the thread that reads a document, in MiB; a workbook of 200,000 lines needs about
 * half of it.
 */
export const readerHeapMb = 512;
/**
 * Memory limit of the whole reader process (RSS), in MiB: the heap, the file, its unpacked parts
 * and .pdf streams.
 */
export const readerMemoryMb = 1024;
/**
 * Timeout for one document in milliseconds; a workbook of 200,000 lines takes about half of it on
 * an old laptop.
 */
export const readerTimeoutMs = 10_000;
/** Number of documents after which a reader process is replaced, to free leaked memory. */
export const documentsPerProcess = 200;
/** Number of documents in the queue for a reader process, and their total size in MiB. */
export const maxWaitingDocuments = 10_000;
export const maxWaitingMb = 1024;
