/** The scheme of links into the application. */
export const linkScheme = "dubyard";
