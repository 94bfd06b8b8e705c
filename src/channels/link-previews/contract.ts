import * as v from "valibot";

/** Longest address, characters. */
export const MAX_URL = 2000;

/** An https address. Other schemes have no preview. */
const HttpsUrl = v.pipe(
  v.string(),
  v.maxLength(MAX_URL),
  v.check((text) => !/\s/.test(text) && URL.parse(text)?.protocol === "https:"),
);
export const LinkPreviewBody = v.object({ url: HttpsUrl });

/** The preview of an address in a text (docs/rules/link-previews.md). */
export const LinkPreviewAnswer = v.object({
  /** The address, as it is written in the text. */
  url: v.string(),
  title: v.string(),
  text: v.string(),
  /** A small JPEG as base64; null = none. */
  picture: v.nullable(v.string()),
});
export type LinkPreviewAnswer = v.InferOutput<typeof LinkPreviewAnswer>;

/** Response of `POST /link-previews`; null = the address has no preview, and the text is sent without one. */
export const LinkPreviewResult = v.object({ preview: v.nullable(LinkPreviewAnswer) });
