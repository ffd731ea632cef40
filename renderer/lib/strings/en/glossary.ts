export const glossary = { title: "Glossary" };
