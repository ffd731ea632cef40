/** Preferences of the window, and the network settings. */
import { z } from "zod";
import { textSizes } from "../facts/text-sizes";

/** The network settings for connections to services. */
export const networkSettings = z.object({
  /** The system's proxy, the proxy at `proxyUrl`, or a direct connection. */
  proxy: z.enum(["system", "manual", "none"]).default("system"),
  /**
   * "http://proxy.example:3128", without a user name or password. Stored even if `proxy` is not
   * "manual".
   */
  proxyUrl: z.string().max(2000).default(""),
});
export type NetworkSettings = z.infer<typeof networkSettings>;

/** The credentials of a proxy, without the password. */
export const proxyCredentials = z.object({
  /**
   * The proxy whose credentials can be set ("http://proxy.example:3128"); null if no proxy is used
   * or none is known.
   */
  proxy: z.string().nullable(),
  userName: z.string(),
  hasPassword: z.boolean(),
  /**
   * The proxy has rejected connections since the last change: it requires credentials, or other
   * ones.
   */
  isRequired: z.boolean(),
});
export type ProxyCredentials = z.infer<typeof proxyCredentials>;

/** The certificate authorities that connections trust besides those of Node.js. */
export const authoritiesState = z.object({
  /** The name of the file that the user has added; null for none. */
  file: z.string().nullable(),
  /** The certificates of that file. `expiresAt`: milliseconds since 1970. */
  added: z.array(z.object({ subject: z.string(), expiresAt: z.number() })),
  /** The number of authorities of the operating system; null if they cannot be read. */
  system: z.number().nullable(),
});
export type AuthoritiesState = z.infer<typeof authoritiesState>;
const authorityFaults = [
  "none-found", // no certificate in PEM or DER format
  "unreadable",
  "not-an-authority", // the certificate of a server, issued by another authority
  "expired", // all certificates of the file
  "too-large",
] as const;
export type AuthorityFault = (typeof authorityFaults)[number];
/**
 * The result of adding a file of authorities. `position`: the certificate in the file, from 1; 0
 * for the whole file.
 */
export const addedAuthorities = z.object({
  file: z.string(),
  fault: z.enum(authorityFaults).nullable(),
  position: z.number(),
});
export type AddedAuthorities = z.infer<typeof addedAuthorities>;

const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;
/**
 * The appearance of the window. "system", or 1 for the text size, selects the setting of the
 * system.
 */
export const appearance = z.object({
  theme: theme.default("system"),
  contrast: z.enum(["system", "more"]).default("system"),
  motion: z.enum(["system", "reduced"]).default("system"),
  /** The scale of the whole window. */
  textSize: z.union(textSizes.map((size) => z.literal(size))).default(1),
});
export type Appearance = z.infer<typeof appearance>;

/**
 * The language of the window. "system" is the desktop's language if it is translated, otherwise
 * English.
 */
export const languageChoice = z.enum(["system", "en", "de"]);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** The settings of inference in local workspaces. */
export const inferenceSettings = z.object({
  /** No take begins while the computer runs on battery power. */
  pausesOnBattery: z.boolean().default(true),
});
export type InferenceSettings = z.infer<typeof inferenceSettings>;

/** The kinds of events that show a system notification while the window is not focused. */
export const notificationSettings = z.object({
  uploads: z.boolean().default(true),
  batches: z.boolean().default(true),
  /** Deliveries and downloads. */
  files: z.boolean().default(true),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** The name of the person who reviews. A service has one credential, so it is no signature. */
export const reviewerName = z.string().trim().max(200);
