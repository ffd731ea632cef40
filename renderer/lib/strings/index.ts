import { interfaceLanguage } from "../locale";
import { de } from "./de";
import { en } from "./en";

/** Every sentence of the window. A catalogue of another language has this type, so it cannot leave one out. */
export type Strings = typeof en;

/** The catalogue in use. */
export const t: Strings = interfaceLanguage === "de" ? de : en;
