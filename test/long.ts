/**
 * Options of tests that repeat a cheaper check at length: more seeds, larger files, a second browser, LibreOffice, a
 * package. `npm test` leaves them out (`--tags-filter=!long`); `npm run test:long` runs them alone.
 */
export const long = { tags: ["long"] };
