import type { Row } from "./timeline.ts";

/** True when rows were added only before the existing ones: the view then keeps its distance to the end. */
export function grewAtStart(before: readonly Row[], after: readonly Row[]): boolean {
  if (before.length === 0 || after.length <= before.length) return false;
  return before.at(-1)?.key === after.at(-1)?.key && firstMessage(before) !== firstMessage(after);
}

/** Index of the row that shows a message; -1 when it is not loaded. */
export function rowOfMessage(rows: readonly Row[], messageId: number): number {
  return rows.findIndex(
    (row) =>
      (row.kind === "message" && row.message.id === messageId) ||
      (row.kind === "album" && row.messages.some(({ id }) => id === messageId)),
  );
}

/** True when the newest row is a message the attendant has just sent from here. */
export function isOwnNew(before: readonly Row[], after: readonly Row[]): boolean {
  const latest = after.at(-1);
  return latest?.kind === "message" && latest.message.id < 0 && before.at(-1)?.key !== latest.key;
}

/** Number of the contact's messages after the row seen last; if the end was never seen, below the unread line. */
export function unseenAfter(rows: readonly Row[], seenKey: string): number {
  const seen = rows.findLastIndex((row) => row.key === seenKey);
  const at = seen < 0 ? rows.findIndex((row) => row.kind === "unread") : seen;
  if (at < 0) return 0;
  return rows.slice(at + 1).reduce((sum, row) => sum + fromContact(row), 0);
}

function fromContact(row: Row): number {
  if (row.kind === "album") return row.messages.filter(({ fromMe }) => !fromMe).length;
  return row.kind === "message" && !row.message.fromMe ? 1 : 0;
}

function firstMessage(rows: readonly Row[]): string | undefined {
  return rows.find((row) => row.kind === "message" || row.kind === "album")?.key;
}
