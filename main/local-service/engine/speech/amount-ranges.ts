/**
 * Ranges of amounts, such as "$10–20", "10-20 €" and "5-10 km": the sign stands at one
 * number, and a hyphen is read as nothing or as its name.
 */
import { rangeMark } from "./signs";
import { ownUnits } from "./local-units";
import { escaped, space, startOfNumber, withoutSpaces, type Written } from "./written-numbers";
import { unitOfSymbol } from "./spoken-words";

const dash = `${space}?[-‑–‒—〜～~${rangeMark}]${space}?`;
/** Words for what is counted, directly after a number. */
const counters =
  "(?:[円元원圓块人歳岁살名명個个개回次번章話话年月日号號時时시点點分분秒초週周週間주天度位页頁層层階층倍本冊册匹台杯枚千万萬만億亿억]|%)";

const hasDash = new RegExp(dash, "u");

/** `sign`: the source of a pattern of signs of currencies. */
export function createAmountRanges(
  base: string,
  written: Written,
  { sign, magnitude }: { sign: string; magnitude: string },
): (text: string) => string {
  const { number } = written;
  const value = (digits: string) => {
    const parsed = written.parse(digits);
    return parsed ? Number(`${parsed.whole}.${parsed.decimals || "0"}`) : NaN;
  };
  const symbols = Object.keys({ ...unitOfSymbol, ...ownUnits[base] })
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  const isWithoutSpaces = withoutSpaces.has(base);
  const start = startOfNumber(base);
  // The sign of both numbers, or of the first one, is that of the range.
  const first = new RegExp(
    `(?<![\\p{L}\\p{Sc}])(${sign})(${space}?)(${number})${dash}(?:\\1${space}?)?(${number})`,
    "gu",
  );
  const last = new RegExp(
    `${start}(${number})(?:${space}?(${sign}|(?:${symbols})(?![\\p{L}\\d])))?${dash}(${number})(?=(?:${magnitude})?${space}?(${sign}|(?:${symbols})(?![\\p{L}\\d])))`,
    "gu",
  );
  const counted = new RegExp(
    `${start}(\\d{1,4})(${counters}{0,2})[-–〜～~](\\d{1,4})(?=${counters})`,
    "gu",
  );
  return (text) => {
    if (!hasDash.test(text)) return text;
    let result = text
      .replace(first, (all: string, found: string, gap: string, from: string, to: string) =>
        value(to) > value(from) ? `${from}${rangeMark}${found}${gap}${to}` : all,
      )
      .replace(
        last,
        (all: string, from: string, own: string | undefined, to: string, of: string) =>
          value(to) > value(from) && (own === undefined || own === of)
            ? `${from}${own ?? ""}${rangeMark}${to}`
            : all,
      );
    if (isWithoutSpaces)
      result = result.replace(counted, (all: string, from: string, of: string, to: string) =>
        Number(to) > Number(from) ? `${from}${of}${rangeMark}${to}` : all,
      );
    return result;
  };
}
