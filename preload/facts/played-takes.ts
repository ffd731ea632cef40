/** The keys of forms with this prefix store which takes were played; they are no drafts. */
export const playedTakesPrefix = "played-takes/";
