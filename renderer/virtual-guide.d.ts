/** The modules of the user guide, which resources/tools/guide.mjs makes. */
declare module "virtual:guide/en" {
  export const topics: readonly import("./domain/guide").GuideTopic[];
}
declare module "virtual:guide/de" {
  export const topics: readonly import("./domain/guide").GuideTopic[];
}
