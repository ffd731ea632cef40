export const languages = { title: "Languages" };
