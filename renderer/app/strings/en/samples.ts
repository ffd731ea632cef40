/** The sample project. */
export const samples = {
  with: "With a sample project",
  hint: "A minute of video with two characters, dubbed into two languages. It can be removed with one click.",
  add: "Add the sample project",
  guide:
    "This is the sample project. When a language is dubbed, review its lines, and then deliver its files.",
  remove: "Remove the sample project",
  removed: "The sample project was removed",
};
