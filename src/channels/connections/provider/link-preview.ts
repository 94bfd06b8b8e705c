/** The preview of an address in a text, as the sender made it: nothing is requested from the address to show it. */
export interface LinkPreview {
  /** The address, as it is written in the text. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** A small JPEG as base64; null = none. */
  readonly picture: string | null;
}
