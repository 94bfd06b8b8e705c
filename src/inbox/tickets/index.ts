/** The tickets feature's interface for other features. */

export { findOrCreatePending } from "#inbox/tickets/creation/find-or-create.ts";
export {
  countRatingHint,
  endRatingsOfContact,
  markRated,
  markRatingEnded,
  markRatingRequested,
} from "#inbox/tickets/history/tracking.ts";
export { readableTicket, readingRules, sendableTicket, visibleTicket } from "./access.ts";
export { answerWindow, hasWindow } from "./activity/answer-window.ts";
export {
  assignByBot,
  botLastEndedAt,
  forgetIntegration as forgetIntegrationOfTickets,
  lastOutOfHoursNoticeAt,
  recordBotMessage,
  stopBot,
  tagByBot,
  untagByBot,
  withoutBot,
  writeBotFields,
} from "./activity/bot-state.ts";
export { markTicketRead } from "./activity/mark-read.ts";
export {
  blankPreview,
  clearPreview,
  recordFirstMessage,
  recordFoundMessage,
  recordImportedMessage,
  recordInboundMessage,
  recordOutgoingMessage,
  updatePreview,
} from "./activity/message-activity.ts";
export { type ShownSla, showSla } from "./activity/sla.ts";
export { endStandby, isInStandby, noteStandby } from "./activity/standby.ts";
export { restoreTicket, type TicketBefore, ticketForUndo } from "./activity/undo-message.ts";
export { forgetReferrals, recordReferral } from "./ads/ads.ts";
export { presentForBroadcast } from "./broadcasts/present-for-broadcast.ts";
export { topicOf } from "./broadcasts/topic.ts";
export { createClosedTicket } from "./creation/create.ts";
export { type FoundTicket, findOrCreateForInbound } from "./creation/find-or-create.ts";
export { queueRequired } from "./errors.ts";
export { changeTicketFields } from "./fields/change-fields.ts";
export {
  recordTicketEvent,
  ticketChanged as announceTicketChange,
  ticketRelabelled,
} from "./history/record-event.ts";
export { runningTracking } from "./history/tracking.ts";
export { allOf, type Condition as SqlCondition, statement } from "./lists/conditions.ts";
export { ticketPage } from "./lists/page.ts";
export { type SelectedView, ViewPort, viewCounts } from "./lists/views.ts";
export { addNote, addSystemNote } from "./notes-and-tags/notes.ts";
export { changeTags } from "./notes-and-tags/tags.ts";
export { addParticipants, invite } from "./participants/participants.ts";
export {
  canSee,
  isOwner,
  isParticipant,
  mayBeNotified,
  mayFollowUp,
  mayRead,
  seesByRight,
  type TicketScope,
  ticketScopeOf,
} from "./policy.ts";
export { FollowUpsOfTicketsPort, findPresented, presentTicket } from "./present.ts";
export {
  lastClosedTicket,
  newestTicketOf,
  runningTicket,
  storedTicket,
  ticketById,
  ticketScopesOf,
} from "./queries.ts";
export { resolutionReport } from "./resolutions/report.ts";
export type { Ticket } from "./schema.ts";
export { putToSleep, snoozeTicket } from "./snooze/snooze.ts";
export { nextOpening } from "./snooze/times.ts";
export { wakeTicket } from "./snooze/wake.ts";
export { announceQueued } from "./transitions/announce-queued.ts";
export { requireAssignee, userOf } from "./transitions/assignee.ts";
export { closeAllTicketsOf, closeByPerson, closeTicket } from "./transitions/close.ts";
export { removeTicket } from "./transitions/delete.ts";
export { offerTicket, redirectTicket, withdrawOffer } from "./transitions/offer.ts";
export { type Place, putBack } from "./transitions/put-back.ts";
export { returnToQueue } from "./transitions/return.ts";
export { moveTicket } from "./transitions/transfer.ts";
export { updateTicket } from "./transitions/update.ts";
export { prioritise, setPriority } from "./triage/prioritise.ts";
