import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** Finds the first of the user's texts that wait to be sent as one message (docs/rules/messages.md#bundles). Pure. */
export const waitingText = (
  messages: readonly MessageAnswer[],
  userId: number | undefined,
): MessageAnswer | undefined =>
  messages.find(
    ({ fromMe, userId: author, sendState, sendError, mediaType, quotedMsgId, isDeleted, origin, id }) =>
      fromMe &&
      origin === "user" &&
      author === userId &&
      sendState === "queued" &&
      sendError === null &&
      mediaType === null &&
      quotedMsgId === null &&
      !isDeleted &&
      id > 0,
  );
