/** First lines as one, without marks. */
export function plain(body: string): string {
  return unmark(body.slice(0, 300)).replaceAll(/\s+/g, " ").trim();
}

/** The text without WhatsApp's marks, everything else as it is. */
export function unmark(body: string): string {
  return body.replaceAll(/```|(?<![\p{L}\p{N}])[*_~`](?=\S)|(?<=\S)[*_~`](?![\p{L}\p{N}])/gu, "");
}
