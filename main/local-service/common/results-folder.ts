/** Top folder of the results of all dubs in the gallery. */
export const resultsFolder = "Dubs";
