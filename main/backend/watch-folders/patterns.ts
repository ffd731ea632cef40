/**
 * Patterns of watch folders. A pattern applies to the path below the folder, with "/" between the
 * segments. A pattern without "/" applies to the name of a file in every folder. Upper and lower
 * case are equal.
 *
 * `*` matches any characters of a name, `**` any folders, `?` one character, `[a-z]` a range,
 * `{wav,mov}` alternatives.
 */
import picomatch from "picomatch/posix.js";
import {
  maxBraces,
  maxPatternLength,
  maxPatterns,
  maxStars,
  temporaryFilePatterns,
} from "../../../preload/facts/watch-folders";
import type { WatchFolderRule } from "../../../preload/facts/watch-folders";
import { invalidFields, type AppError } from "../../common/errors";
import { normalisePath } from "../gallery/gallery-path";

export interface Patterns {
  /** Files that match one of these are uploaded; empty for all. */
  include: readonly string[];
  /** Files that match one of these patterns are not watched, even if `include` matches them. */
  exclude: readonly string[];
}

/**
 * Normalises patterns: NFC, "/" between segments, none twice. Throws "invalid-input" with the field
 * ("include[2]") of a pattern that is empty, too long, or has too many wildcards.
 */
export function readPatterns({ include, exclude }: Patterns): {
  include: string[];
  exclude: string[];
} {
  return { include: readList("include", include), exclude: readList("exclude", exclude) };
}

function readList(field: keyof Patterns, patterns: readonly string[]): string[] {
  if (patterns.length > maxPatterns) throw invalid(field, "too-many-patterns");
  const normal = patterns.map((pattern, index) => {
    const text = normalisePath(pattern.trim()).replaceAll("\\", "/");
    const rule = violatedRule(text);
    if (rule !== null) throw invalid(`${field}[${index}]`, rule, text);
    return text;
  });
  return [...new Set(normal)];
}

/**
 * SECURITY: limits the time of one comparison, which is exponential in the wildcards between two
 * "/".
 */
function violatedRule(pattern: string): WatchFolderRule | null {
  if (pattern === "" || pattern === "/") return "pattern-empty";
  if (pattern.length > maxPatternLength) return "pattern-too-long";
  const countOf = (character: string, text: string) => text.split(character).length - 1;
  for (const segment of pattern.split("/").map(mergeStars)) {
    if (countOf("*", segment) > maxStars || countOf("{", segment) > maxBraces)
      return "too-many-wildcards";
  }
  return /[{}]/.test(pattern.replace(/\{[^{}/]*\}/g, "")) ? "unmatched-braces" : null;
}

/** Only a whole segment "**" stands for folders; in other segments several "*" are one. */
const mergeStars = (segment: string) => (segment === "**" ? segment : segment.replace(/\*+/g, "*"));

/** The message is the rule, with the pattern after a colon. */
const invalid = (field: string, rule: WatchFolderRule, pattern = ""): AppError =>
  invalidFields([{ field, message: pattern === "" ? rule : `${rule}: ${pattern.slice(0, 100)}` }]);

/**
 * A function that reports whether a path below the watch folder is uploaded. `patterns` as
 * `readPatterns` returns them.
 */
export function createMatcher({ include, exclude }: Patterns): (path: string) => boolean {
  const included = include.map(compile);
  const excluded = [...temporaryFilePatterns, ...exclude].map(compile);
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}

type Segment = "**" | ((name: string) => boolean);

function compile(pattern: string): (path: string) => boolean {
  if (!pattern.includes("/")) {
    const matches = compileSegment(pattern);
    // "**" without "/" matches every name.
    return (path) => matches === "**" || matches(path.slice(path.lastIndexOf("/") + 1));
  }
  // A pattern that ends with "/" is a folder, and matches everything below it.
  const whole = pattern.replace(/^\/+/, "").replace(/\/$/, "/**");
  const segments = whole.split("/").map(compileSegment);
  return (path) => matchesSegments(segments, path.split("/"));
}

function compileSegment(segment: string): Segment {
  if (segment === "**") return segment;
  // Other special characters of the library and of regular expressions are characters of names, as
  // in "take (2).wav".
  const literal = mergeStars(segment).replace(/[()+|!@$^"']/g, "\\$&");
  return picomatch(literal, { dot: true, nocase: true, nonegate: true, noextglob: true });
}

/**
 * "**" matches any number of names. After a mismatch only the last "**" is extended, so the time is
 * not exponential.
 */
function matchesSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let at = 0;
  let last: { segment: number; name: number } | null = null;
  for (let name = 0; name < names.length; name += 1) {
    const segment = segments[at];
    if (segment === "**") {
      last = { segment: at, name };
      at += 1;
      // This name is compared with the next segment.
      name -= 1;
    } else if (segment?.(names[name] ?? "") === true) {
      at += 1;
    } else if (last) {
      at = last.segment + 1;
      name = last.name;
      last.name += 1;
    } else return false;
  }
  while (segments[at] === "**") at += 1;
  return at === segments.length;
}
