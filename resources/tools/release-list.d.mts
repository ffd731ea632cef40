import type { KeyObject } from "node:crypto";

export interface ListedFile {
  os: string;
  arch: string;
  kind: string;
  url: string;
  size: number;
  sha512: string;
}
export interface ListedRelease {
  version: string;
  date: string;
  notes: { en: string; de: string };
  security?: boolean;
  rollout: number;
  minimumVersion?: string;
  minimumSystem?: Record<string, string>;
  files: ListedFile[];
}
export interface ReleaseList {
  metadataVersion: number;
  expires: string;
  releases: ListedRelease[];
}
export function fileOfPackage(name: string, bytes: Buffer, address: string): ListedFile | null;
export function nextList(
  previous: ReleaseList | null,
  release: ListedRelease,
  options: { expires: Date },
): ReleaseList;
export function signList(list: unknown, privateKey: KeyObject): string;
export function openList(text: string, trusted: readonly string[]): ReleaseList;
export function publicKeyText(privateKey: KeyObject): string;
