/** The text without the signature in front, as the author typed it. */
export function unsigned(body: string, userName: string): string {
  const prefix = signature(userName);
  return body.startsWith(prefix) ? body.slice(prefix.length) : body;
}

/** What the server puts in front of signed texts (behaviour 7.3). */
export function signature(userName: string): string {
  return `*${userName}:*\n`;
}
