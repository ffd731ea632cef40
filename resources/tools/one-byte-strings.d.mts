import type { Plugin } from "vite";

export function withoutWideCharacters(code: string): string;
export const oneByteStrings: Plugin;
