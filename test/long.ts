/**
 * Options of tests that repeat a cheaper check at length: more seeds, larger files, a second
 * browser, LibreOffice, a package. `npm test` excludes them (`--tags-filter=!long`); `npm run
 * test:long` runs only them.
 */
export const long = { tags: ["long"] };
