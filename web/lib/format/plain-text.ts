/** The first 300 characters on one line, without WhatsApp formatting. */
export function previewText(body: string): string {
  return stripFormatting(body.slice(0, 300)).replaceAll(/\s+/g, " ").trim();
}

/** Removes WhatsApp's formatting characters. */
export function stripFormatting(body: string): string {
  return body.replaceAll(/```|(?<![\p{L}\p{N}])[*_~`](?=\S)|(?<=\S)[*_~`](?![\p{L}\p{N}])/gu, "");
}
