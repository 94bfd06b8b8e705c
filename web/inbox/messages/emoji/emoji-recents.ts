import { storage } from "#web/lib/storage/storage.ts";

/** Two rows of the picker. */
const MOST = 18;

/** Emojis chosen last on this device, newest first. */
export function recentEmojis(): readonly string[] {
  return (storage.get("emojis") ?? "").split(" ").filter(Boolean).slice(0, MOST);
}

/** Keeps an emoji as the newest choice. */
export function keepRecent(emoji: string): void {
  const others = recentEmojis().filter((one) => one !== emoji);
  storage.set("emojis", [emoji, ...others].slice(0, MOST).join(" "));
}
