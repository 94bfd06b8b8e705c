import { defineEvent } from "#platform/events/define-event.ts";

interface OneChat {
  readonly chatId: number;
}
/** Ids of the members before and after the change. */
export const ChatSaved = defineEvent<
  OneChat & { readonly before: readonly number[]; readonly after: readonly number[] }
>("chat.saved");
export const ChatDeleted = defineEvent<OneChat & { readonly members: readonly number[] }>("chat.deleted");
export const ChatRead = defineEvent<OneChat & { readonly userId: number }>("chat.read");
export const ChatMessageCreated = defineEvent<OneChat & { readonly messageId: number }>(
  "chat.message_created",
);
/** A message was edited or deleted. */
export const ChatMessageChanged = defineEvent<OneChat & { readonly messageId: number }>(
  "chat.message_changed",
);
