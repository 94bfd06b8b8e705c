import { signal } from "@preact/signals-react";

/** The picture shown large; null while none is. */
export const shownPicture = signal<number | null>(null);

/** How long the large view moves, ms (ux: under 150); what is not named would take half a second. None for who asks so. */
export const PICTURE_MOTION = { fade: 120, swipe: 140, navigation: 140, zoom: 140 };

/** Opens the large view at a picture's message. */
export function showPictures(messageId: number): void {
  shownPicture.value = messageId;
}
