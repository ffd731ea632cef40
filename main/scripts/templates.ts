export { emotions, intensities, scriptLanguages, settingColumns } from "./vocabulary";

export type TemplateKind = "audio-production" | "line-dubbing" | "bulk";

export function writeTemplate(_kind: TemplateKind, _languages?: string[]): Promise<Uint8Array> {
  return Promise.resolve(new Uint8Array());
}
