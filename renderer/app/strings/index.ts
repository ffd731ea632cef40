import { interfaceLanguage } from "../locale";
import { de } from "./de";
import { en, type Strings } from "./en";

export type { Strings } from "./en";

/** The catalogue in use. */
export const t: Strings = interfaceLanguage === "de" ? de : en;
