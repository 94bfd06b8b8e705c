import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { offersTranslation } from "#web/inbox/messages/translation/offered.ts";
import { isForwardable } from "./forwardable.ts";

/** A sent text can be edited for this time, ms (docs/rules/messages.md#delete-and-edit). */
export const EDIT_MS = 15 * 60_000;

/** The actions that the menu of a message offers. */
export interface MessageActions {
  readonly reply: boolean;
  readonly copy: boolean;
  readonly forward: boolean;
  readonly star: boolean;
  readonly info: boolean;
  readonly translate: boolean;
  readonly react: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  readonly retry: boolean;
}

/** The changes of sent messages that the network of a ticket supports: edit, delete and reactions; reactions only; or none. */
export type Changes = "all" | "reactions" | "none";

/** Only the unofficial WhatsApp supports edit and delete; an official number, recognized by its answer window, supports reactions. */
export const changesOn = ({
  channel,
  windowExpiresAt,
}: Pick<TicketAnswer, "channel" | "windowExpiresAt">): Changes =>
  channel !== "whatsapp" ? "none" : windowExpiresAt === null ? "all" : "reactions";

interface Who {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly canWrite: boolean;
  readonly changes: Changes;
  /** In a conversation with a customer; left out in the internal chat. */
  readonly translates?: boolean;
}

/** Only the author may delete or edit. Replies and reactions need a message that the network has. */
export function messageActions(message: MessageAnswer, who: Who, now: number): MessageActions {
  const mine = message.fromMe && message.userId === who.userId;
  const stored = message.id > 0;
  const alive = stored && !message.isDeleted && message.mediaType !== "call_log";
  const delivered = alive && message.sendState !== "failed" && message.sendState !== "cancelled";
  const sent = delivered && (!message.fromMe || message.ack >= 1);
  return {
    reply: who.canWrite && delivered,
    copy: alive && message.body !== "" && message.mediaType !== "vcard",
    forward: delivered && isForwardable(message),
    star: stored && !message.isDeleted,
    info: stored,
    translate: who.translates === true && offersTranslation(message),
    react: who.canWrite && sent && who.changes !== "none",
    edit:
      who.changes === "all" &&
      who.canWrite &&
      mine &&
      sent &&
      message.mediaType === null &&
      now - Date.parse(message.createdAt) < EDIT_MS,
    // A message that the network does not have yet, or rejected, can be deleted on every channel.
    delete: mine && alive && (who.changes === "all" || !sent),
    retry: stored && message.sendState === "failed" && (mine || (who.isAdmin && message.fromMe)),
  };
}
