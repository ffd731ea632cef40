/** The name of the person who reviews, as given in this window. */
export const reviewer = $state({ name: "" });
