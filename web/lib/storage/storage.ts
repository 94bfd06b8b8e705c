/** All keys in localStorage (docs/rules/screens.md#session-in-the-browser). */
export type StorageKey =
  | "token"
  | "companyId"
  | "userId"
  | "cshow"
  | "theme"
  | "volume"
  | "language"
  | "drawer"
  | "notifications"
  | "push"
  | "preferences"
  | "singleKeys"
  | "emojis"
  | "contactSaveStays"
  | "listSort";

/** Keys of the login session: cleared by logout and by 'accessed elsewhere'. */
const SESSION_KEYS: readonly StorageKey[] = ["token", "companyId", "userId", "cshow"];

function box(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    // Storage is disabled in this browser: the value exists until the page is closed.
    return null;
  }
}

export const storage = {
  /** The stored text, null when there is none. */
  get(key: StorageKey): string | null {
    return box()?.getItem(key) ?? null;
  },
  /** Stores a text; errors of a full or disabled storage are ignored. */
  set(key: StorageKey, value: string): void {
    try {
      box()?.setItem(key, value);
    } catch {
      // Quota exceeded or privacy mode: the value exists until the page is closed.
    }
  },
  remove(key: StorageKey): void {
    box()?.removeItem(key);
  },
  /** Removes the keys of the login session; theme, volume, language and drafts remain. */
  clearSession(): void {
    for (const key of SESSION_KEYS) this.remove(key);
  },
  /** Calls `changed` when another tab of this browser changes a value. */
  onChange(heard: (key: string | null, value: string | null) => void): () => void {
    const listener = (event: StorageEvent) => heard(event.key, event.newValue);
    globalThis.addEventListener("storage", listener);
    return () => globalThis.removeEventListener("storage", listener);
  },
};
