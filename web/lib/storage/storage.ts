/** All names in localStorage (docs/rules/screens.md#session-in-the-browser). */
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
  | "singleKeys"
  | "emojis"
  | "contactSaveStays"
  | "listSort";

/** Names of the session: cleared by logout and by 'accessed elsewhere'. */
const SESSION_KEYS: readonly StorageKey[] = ["token", "companyId", "userId", "cshow"];

function box(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    // Storage is disabled in this browser: the page works until it is closed.
    return null;
  }
}

export const storage = {
  /** The stored text, null when there is none. */
  get(key: StorageKey): string | null {
    return box()?.getItem(key) ?? null;
  },
  /** Stores a text; a full or disabled storage is ignored. */
  set(key: StorageKey, value: string): void {
    try {
      box()?.setItem(key, value);
    } catch {
      // Quota or privacy mode: the value lasts until the page closes.
    }
  },
  remove(key: StorageKey): void {
    box()?.removeItem(key);
  },
  /** Removes the session; theme, volume, language and drafts stay. */
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
