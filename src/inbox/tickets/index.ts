/** What other features may use of the tickets. */
export { readableTicket, sendableTicket, spiesAllowed, visibleTicket } from "./access.ts";
export {
  blankPreview,
  forgetLastMessages,
  noteFirstMessage,
  noteImportedMessage,
  noteInboundMessage,
  noteOutgoingMessage,
  notePreviewChanged,
} from "./activity.ts";
export { answerWindow } from "./answer-window.ts";
export { userOf } from "./assignee.ts";
export {
  botLastEndedAt,
  closedDoorToldAt,
  forgetIntegration as forgetIntegrationOfTickets,
  giveByBot,
  noteBotSpoke,
  silenceBot,
  tagByBot,
  untagByBot,
  writeBotFields,
} from "./bot-state.ts";
export { closeAllOf, closeTicket } from "./close.ts";
export { createClosedTicket } from "./create.ts";
export { removeTicket } from "./delete.ts";

export { type FoundTicket, ticketForInbound } from "./inbound.ts";
export { markTicketRead } from "./mark-read.ts";
export { noteByProduct } from "./notes.ts";
export { offerTicket, redirectTicket, withdrawOffer } from "./offer.ts";
export {
  canSee,
  isOwner,
  mayBeNotified,
  mayRead,
  type Place,
  placeOf,
} from "./policy.ts";
export { findPresented, presentTicket } from "./present.ts";
export { announceQueued } from "./queued.ts";
export {
  countRatingHint,
  endRatingsOfContact,
  markRated,
  markRatingEnded,
  markRatingRequested,
} from "./rating-marks.ts";
export {
  lastClosedTicket,
  newestTicketOf,
  placesOf,
  runningTicket,
  storedTicket,
  ticketById,
} from "./read.ts";
export { recordStep } from "./record.ts";
export { giveBack } from "./return.ts";
export type { Ticket } from "./schema.ts";
export { ticketToTell } from "./ticket-to-tell.ts";
export { topicOf } from "./topic.ts";
export { runningTracking } from "./tracking.ts";
export { waitingTicket } from "./wait.ts";
