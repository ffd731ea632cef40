/**
 * Preferences that are not user data (the appearance of the window), in a file of electron-store.
 */
import Store from "electron-store";
import type { Preferences } from "../../backend/ports";

/**
 * Opens preferences.json in the profile. A damaged file is replaced, because its loss is preferable
 * to a failed start.
 */
export function openPreferences(
  profileDir: string,
  onSet: (key: string, value: unknown) => void,
): Preferences {
  const store = new Store<Record<string, unknown>>({
    name: "preferences",
    cwd: profileDir,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  return {
    get: <T>(key: string, fallback: T) => (store.has(key) ? (store.get(key) as T) : fallback),
    set: (key, value) => {
      store.set(key, value);
      onSet(key, value);
    },
  };
}
