import type { MessageAnswer } from "#messages/contract.ts";

/** An own text may be changed this long after it was sent, ms (behaviour 7.5). */
export const EDIT_MS = 15 * 60_000;

/** What the menu of a message offers. */
export interface MessageActions {
  readonly reply: boolean;
  readonly copy: boolean;
  readonly react: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  readonly retry: boolean;
}

/** Only the author may delete or edit; only what the network has can be answered or reacted to. */
export function messageActions(
  message: MessageAnswer,
  who: { readonly userId: number; readonly isAdmin: boolean; readonly canWrite: boolean },
  now: number,
): MessageActions {
  const mine = message.fromMe && message.userId === who.userId;
  const stored = message.id > 0;
  const alive = stored && !message.isDeleted && message.mediaType !== "call_log";
  const delivered = alive && message.sendState !== "failed" && message.sendState !== "cancelled";
  const sent = delivered && (!message.fromMe || message.ack >= 1);
  return {
    reply: who.canWrite && delivered,
    copy: alive && message.body !== "" && message.mediaType !== "vcard",
    react: who.canWrite && sent,
    edit:
      who.canWrite &&
      mine &&
      sent &&
      message.mediaType === null &&
      now - Date.parse(message.createdAt) < EDIT_MS,
    delete: mine && alive,
    retry: stored && message.sendState === "failed" && (mine || (who.isAdmin && message.fromMe)),
  };
}

/** The text without the signature in front, as the author typed it. */
export function unsigned(body: string, userName: string): string {
  const prefix = signature(userName);
  return body.startsWith(prefix) ? body.slice(prefix.length) : body;
}

/** What the server puts in front of signed texts (behaviour 7.3). */
export function signature(userName: string): string {
  return `*${userName}:*\n`;
}
