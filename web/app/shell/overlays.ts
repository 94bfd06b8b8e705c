import { signal } from "@preact/signals-react";

/** The open overlay of the page; at most one. */
export const overlay = signal<
  "palette" | "keys" | "profile" | "push" | "drafts" | "stars" | "pause" | "times" | null
>(null);

export function openPalette(): void {
  overlay.value = "palette";
}
export function openShortcutSheet(): void {
  overlay.value = "keys";
}
export function openProfile(): void {
  overlay.value = "profile";
}
/** Opens the dialog of this device's push notifications. */
export function openPush(): void {
  overlay.value = "push";
}
/** Opens the list of the user's drafts. */
export function openDrafts(): void {
  overlay.value = "drafts";
}
/** Opens the list of the messages that the user starred. */
export function openStars(): void {
  overlay.value = "stars";
}
/** Opens the dialog in which users choose why they pause. */
export function openPause(): void {
  overlay.value = "pause";
}
/** Opens the signed-in user's working times. */
export function openTimes(): void {
  overlay.value = "times";
}
export function closeOverlay(): void {
  overlay.value = null;
}
