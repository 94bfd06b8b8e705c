/** The messages feature's interface for other features. */

export { readableMessage } from "#inbox/messages/change/readable.ts";
export { REDACTED_PAYLOAD } from "#inbox/messages/inbox/redact-old-events.sql.ts";
export { redactOldEvents } from "#inbox/messages/inbox/redact-old-events.ts";
export { OriginNamesPort } from "#inbox/messages/info/info.ts";
export { holdsToken } from "#inbox/messages/outbox/cold/admit.ts";
export { numberRestricted } from "#inbox/messages/outbox/cold/check-new-chat.ts";
export { neverWroteOn } from "#inbox/messages/outbox/cold/cold.sql.ts";
export {
  countHeld,
  isCold,
  isNewChatHeld,
  MAX_HELD,
  newChatRestriction,
} from "#inbox/messages/outbox/cold/hold.ts";
export { type NewChats, NewChatsPort } from "#inbox/messages/outbox/cold/new-chats-port.ts";
export { releaseBudget } from "#inbox/messages/outbox/cold/release.ts";
export { cancelQueued, cancelUntried } from "#inbox/messages/outbox/complete.ts";
export { createMessageFromApi } from "#inbox/messages/outbox/create-from-api.ts";
export {
  createPlannedMessage,
  deleteRefusedSend,
  type PlannedSend,
  replanMessage,
} from "#inbox/messages/outbox/create-planned.ts";
export { kindForPreview, PREVIEW_WORDS, previewText } from "#inbox/messages/preview/preview.ts";
export { isPlaceholder } from "#inbox/messages/receive/content.ts";
export { type InboundRedaction, InboundRedactionPort } from "#inbox/messages/receive/redact.ts";
export {
  type ClaimedReply,
  type Reply,
  type ReplyHandler,
  ReplyHandlersPort,
} from "#inbox/messages/receive/reply-handlers.ts";
export {
  type Arrival,
  type ArrivalRules,
  ArrivalRulesPort,
  type Replaced,
} from "#inbox/messages/receive/rules-port.ts";
export { auditRead } from "#inbox/messages/timeline/audit-read.ts";
export { type Backlog, messageBacklogs } from "./backlog.ts";
export { OUTBOX_DUE, SWEPT_AFTER_MS } from "./outbox/enqueue.ts";
export { failRestoredSends } from "./outbox/restored/fail-restored.ts";
export { HELD_MS } from "./outbox/retry.ts";
export { previewLine } from "./preview/contract.ts";
export { messageById } from "./queries.ts";
export { removeMessages } from "./remove.ts";
export type { Message } from "./schema.ts";
export { createAutomaticReply, type TicketReply, writeReply } from "./send/reply.ts";
export { driverOf } from "./send/uploaded.ts";
export { rendered, type Situation, valuesFor } from "./send/variables.ts";
export { type FileOfMessage, withFiles } from "./send/with-files.ts";
export { createAiMessage, storeTranscript } from "./texts/ai.ts";
export {
  cancelBotMessages,
  createAutomaticFileMessage,
  createAutomaticMessage,
  createMessageForAttendant,
} from "./texts/automatic.ts";
export { AutomaticGatePort } from "./texts/automatic-gate.ts";
export { storeTranslation, translationOf } from "./translations/translations.ts";
export { lastCustomerProviderId } from "./typing.ts";
