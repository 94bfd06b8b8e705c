import { signal } from "@preact/signals-react";

/** What lies over the whole page, one at a time. */
export const overlay = signal<"palette" | "keys" | "profile" | null>(null);

export function openPalette(): void {
  overlay.value = "palette";
}
export function openKeySheet(): void {
  overlay.value = "keys";
}
export function openProfile(): void {
  overlay.value = "profile";
}
export function closeOverlay(): void {
  overlay.value = null;
}
