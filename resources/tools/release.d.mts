export interface ReleaseFacts {
  isOfficial: boolean;
  isForTests: boolean;
  changed: readonly string[];
  version: string;
  tags: readonly string[];
  changelog: string;
  unlicensed: readonly string[];
  platform: NodeJS.Platform;
  canSign: boolean;
}
export function canSign(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): boolean;
export function releaseProblems(facts: ReleaseFacts): string[];
export function architectureOf(bytes: Buffer): "x64" | "arm64" | "other" | null;
export function foreignPrograms(folder: string, arch: string): { file: string; found: string }[];
export function unpackedFolders(
  names: readonly string[],
): { name: string; arch: string; executable: string }[];
export function wrongFuses(executable: string): Promise<string[]>;
