import { signal } from "@preact/signals-react";

/** Id of the message whose picture is shown large; null = none. */
export const shownPicture = signal<number | null>(null);

/** Duration of the large view's animations, ms, each below the product's limit of 150; the library's default is 500. */
export const PICTURE_MOTION = { fade: 120, swipe: 140, navigation: 140, zoom: 140 };

/** Opens the large view at a picture's message. */
export function showPictures(messageId: number): void {
  shownPicture.value = messageId;
}
