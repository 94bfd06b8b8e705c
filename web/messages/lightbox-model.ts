import { signal } from "@preact/signals-react";

/** The picture shown large; null while none is. */
export const shownPicture = signal<number | null>(null);

/** Opens the large view at a picture's message. */
export function showPictures(messageId: number): void {
  shownPicture.value = messageId;
}
