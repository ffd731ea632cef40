/** Speakers of subtitles by colours, as in teletext: each character has a colour. */

/** The dash before the text of a speaker. */
const dash = /^((?:\s|<[^<>]*>)*)[-–—‐]\s+/;

interface Part {
  /** The name of the colour; "" for the usual colour. */
  colour: string;
  text: string;
}

/** `<font color="yellow">`, and the classes of WebVTT: `<c.yellow.bg_black>`. */
const coloured =
  /<font\s[^<>]*?color\s*=\s*["']?([#\w]{1,20})["']?[^<>]*>([\s\S]*?)<\/font>|<c\.(white|lime|cyan|red|yellow|magenta|blue|black|green)\b[^<>]*>([\s\S]*?)<\/c>/gi;
const usual = /^(?:white|#f{3}|#f{6}|#f{8})$/;
const isBlank = (text: string) => text.replace(/<[^<>]*>|\{\\[^{}]*\}/g, "").trim() === "";
/** The end of a sentence, and markup. */
const end = /[.!?…。！？؟–—-]["”’»)\]]?(?:\s|<\/?[ib]>|<br\s*\/?>|\\N)*$/i;

/** The parts of a text by their colours. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const add = (colour: string, part: string) => {
    const last = parts.at(-1);
    if (last && (last.colour === colour || isBlank(part))) last.text += part;
    else if (last && isBlank(last.text)) Object.assign(last, { colour, text: last.text + part });
    else parts.push({ colour, text: part });
  };
  let from = 0;
  for (const match of text.matchAll(coloured)) {
    const colour = (match[1] ?? match[3] ?? "").toLowerCase();
    add("", text.slice(from, match.index));
    add(usual.test(colour) ? "" : colour, match[2] ?? match[4] ?? "");
    from = match.index + match[0].length;
  }
  add("", text.slice(from));
  return parts;
}

/**
 * Splits texts where the colour changes after the end of a sentence; for texts in which
 * colours stand for speakers: several colours that also have cues of their own. In two languages
 * one above the other, each cue has both.
 */
export function coloursAsSpeakers(texts: readonly string[]): (text: string) => string[] {
  const own = new Set(
    texts.flatMap((text) => {
      const [first, second] = partsOf(text);
      return first !== undefined && second === undefined ? first.colour : [];
    }),
  );
  if (own.size < 2) return (text) => [text];
  return (text) => {
    const parts = partsOf(text);
    const isSplit =
      parts.length > 1 && parts.every((part, at) => at === parts.length - 1 || end.test(part.text));
    return isSplit ? parts.map((part) => part.text.replace(dash, "$1")) : [text];
  };
}
