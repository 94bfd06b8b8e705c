/** What other features may use of the messages. */
export { FORGOTTEN, forgetWords } from "./inbox/forget-words.ts";
export { noteReading } from "./note-reading.ts";
export { OUTBOX_DUE, SWEPT_AFTER_MS } from "./outbox/enqueue.ts";
export {
  forgetRefused,
  type Planned,
  planAgain,
  sayPlanned,
} from "./outbox/say-planned.ts";
export { sayThroughApi } from "./outbox/say-through-api.ts";
export { withdraw, withdrawQueued } from "./outbox/withdraw.ts";

export { previewLine } from "./preview/contract.ts";
export { kindForPreview, PREVIEW_WORDS, previewText } from "./preview.ts";
export { type Claim, type Claimer, ClaimersPort, type Reply } from "./receive/claims.ts";

export { type InboundMask, InboundMaskPort } from "./receive/mask.ts";
export { removeMessage } from "./remove.ts";
export { messageById } from "./rows.ts";
export type { Message } from "./schema.ts";
export { driverOf } from "./send/uploaded.ts";
export { rendered, type Situation, valuesFor } from "./send/variables.ts";
export { type FileOfMessage, withFiles } from "./send/with-files.ts";
export { keepTranscript, sayByAi } from "./texts/ai.ts";
export {
  cancelBotTexts,
  sayAutomatically,
  sayForAttendant,
  sendFileAutomatically,
} from "./texts/automatic.ts";
export { lastOfCustomer } from "./typing.ts";
