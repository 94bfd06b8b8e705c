/** First lines as one, without marks. */
export function previewText(body: string): string {
  return stripFormatting(body.slice(0, 300)).replaceAll(/\s+/g, " ").trim();
}

/** The text without WhatsApp's marks, everything else as it is. */
export function stripFormatting(body: string): string {
  return body.replaceAll(/```|(?<![\p{L}\p{N}])[*_~`](?=\S)|(?<=\S)[*_~`](?![\p{L}\p{N}])/gu, "");
}
