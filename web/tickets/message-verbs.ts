import type { MessageAnswer } from "#messages/contract.ts";
import { reactToMessage, retryMessage } from "#web/messages/messages-api.ts";
import { toast } from "#web/ui/toast.ts";
import { outbox } from "./desk.ts";

/** Reacts to a message in one's own name; an empty `emoji` takes the reaction away. A refusal is told. */
export function react(message: MessageAnswer, emoji: string): void {
  reactToMessage(message.id, emoji).catch((error: unknown) => toast.failure(error));
}

/** Sends again what failed, be it still in this page or stored. A refusal is told. */
export function retry(message: MessageAnswer): void {
  if (message.id < 0) outbox.retry(message.clientMessageId ?? "");
  else retryMessage(message.id).catch((error: unknown) => toast.failure(error));
}
