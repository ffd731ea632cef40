export interface Component {
  name: string;
  version: string;
  /** Of SPDX. */
  identifier?: string;
  text: string;
}
export function readComponents(options: { electron: string }): Component[];
export function withoutLicence(components: readonly Component[]): Component[];
export function noticesText(components: readonly Component[]): string;
export function billOfMaterials(
  components: readonly Component[],
  about: { version: string; time: Date },
): { bomFormat: string; components: { purl: string; licenses: unknown[] }[] };
