export interface ReleaseFacts {
  isOfficial: boolean;
  isForTests: boolean;
  changed: readonly string[];
  version: string;
  tags: readonly string[];
  changelog: string;
  unlicensed: readonly string[];
}
export function releaseProblems(facts: ReleaseFacts): string[];
export function architectureOf(bytes: Buffer): "x64" | "arm64" | "other" | null;
export function foreignPrograms(folder: string, arch: string): { file: string; found: string }[];
