/**
 * How the script shows the subtitle of a line: all of it in italics, or at the top of the picture;
 * "" for neither. It is a property of the line, so that it is the same in all languages.
 */
export const appearances = ["", "italic", "top", "italic top"] as const;
export type Appearance = (typeof appearances)[number];

export const appearanceOf = ({
  isItalic,
  isAtTop,
}: {
  isItalic: boolean;
  isAtTop: boolean;
}): Appearance => (isItalic ? (isAtTop ? "italic top" : "italic") : isAtTop ? "top" : "");

export const isItalic = (appearance: Appearance = ""): boolean => appearance.startsWith("italic");
export const isAtTop = (appearance: Appearance = ""): boolean => appearance.endsWith("top");
