/**
 * The names of filters of reviewed lines, as other programs write them: "ready,too-long,commented".
 */
import { checkNames, type CheckName } from "./checks";
import { lineStates, openStates, type LineState } from "./review";

/** Names of several states. */
const groups: Readonly<Record<string, readonly LineState[]>> = {
  open: openStates,
  "not-approved": lineStates.filter((state) => state !== "approved"),
};
const commented = "commented";
const withoutWarnings = "without-warnings";

/** All names that a filter can have. */
export const filterNames: readonly string[] = [
  ...lineStates,
  ...Object.keys(groups),
  ...checkNames,
  commented,
  withoutWarnings,
];

export interface NamedFilter {
  /** Lines with one of these states; empty for all. */
  states: LineState[];
  /** Lines with a finding of one of these checks that is not ignored; empty for all. */
  checks: CheckName[];
  /** Only lines without errors and warnings, except ignored ones. */
  isWithoutWarnings: boolean;
  /** Only lines with comments that are not resolved. */
  isCommented: boolean;
}

/** Null for an unknown name. "" filters nothing. */
export function parseFilter(text: string): NamedFilter | null {
  const names = text === "" ? [] : text.split(",");
  if (!names.every((name) => filterNames.includes(name))) return null;
  const states = new Set<LineState>();
  for (const name of names)
    for (const state of groups[name] ?? lineStates.filter((one) => one === name)) states.add(state);
  return {
    states: [...states],
    checks: checkNames.filter((name) => names.includes(name)),
    isWithoutWarnings: names.includes(withoutWarnings),
    isCommented: names.includes(commented),
  };
}

export const filterText = ({ states, checks, ...only }: NamedFilter): string =>
  [
    ...states,
    ...checks,
    ...(only.isCommented ? [commented] : []),
    ...(only.isWithoutWarnings ? [withoutWarnings] : []),
  ].join(",");
