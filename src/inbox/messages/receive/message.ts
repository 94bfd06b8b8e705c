import { setting } from "#accounts/settings/index.ts";
import { withSharedPhone } from "#inbox/messages/ask-phone/shared-phone.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { wakeWaiting } from "#inbox/messages/inbox/queries.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import {
  type FoundTicket,
  findOrCreateForInbound,
  noteStandby,
  recordFirstMessage,
  recordInboundMessage,
  recordReferral,
  type Ticket,
} from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { finishArrival, isOld, storedArrival, tapOf, waitsForRules } from "./arrival.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";
import { receiveGap } from "./gap.ts";
import { receiveHistory } from "./history.ts";
import { receiveOwnMessage } from "./outgoing-echo.ts";
import { redactText } from "./redact.ts";
import { isSticker, type ReplyDecision, ReplyHandlersPort, textOf } from "./reply-handlers.ts";

/** Handles a message of a customer or from our own phone, in the order of docs/rules/inbound.md#steps. */
export function receiveMessage(unit: TenantUnit, row: InboundEventRow, event: MessageEvent): Outcome {
  const isGroup = event.chat.some((identity) => identity.kind === "group");
  if (isGroup && setting(unit.tenant, "CheckMsgIsGroup")) return skipped("group");
  if (event.history) return receiveHistory(unit, row, event, isGroup);
  if (event.gap) return receiveGap(unit, row, { ...event, gap: event.gap }, isGroup);
  if (event.fromMe) return receiveOwnMessage(unit, row, event, isGroup);

  const contact = withSharedPhone(unit, contactOf(unit, row, event, isGroup), event);
  if (contact.blocked) return skipped("blocked");
  if (messageOfChat(unit.db, row.connectionId, contact.id, event.providerId)) return skipped("duplicate");
  const author = isGroup ? authorOf(unit, row, event) : contact;

  const { claim, startsIn }: ReplyDecision = isOld(unit.tenant, row, event.at)
    ? { startsIn: null }
    : verdictOn(unit, row, event, contact);
  const found: FoundTicket = claim
    ? { ticket: claim.ticket, outcome: "existing" }
    : findOrCreateForInbound(unit, {
        contact,
        connectionId: row.connectionId,
        at: event.at,
        queueId: startsIn,
        withMessage: true,
      });
  noteStandby(unit, found.ticket, event.standby === true);
  const message = insertMessage(unit, {
    ...commonFields(unit, row, maskedEvent(unit, row, event, found.ticket), contact),
    ticketId: found.ticket.id,
    participantId: isGroup ? (author?.id ?? null) : null,
    identityId: author?.identityId ?? null,
    fromMe: false,
    origin: "contact",
  });
  if (event.referral) recordReferral(unit, found.ticket, event.referral, message.createdAt);
  const noted = {
    messageId: message.id,
    preview: previewText(message, fileNameOf(event)),
    mediaType: kindForPreview(message),
  };
  const ticket =
    found.outcome === "created"
      ? recordFirstMessage(unit, found.ticket, noted)
      : recordInboundMessage(unit, found.ticket, {
          ...noted,
          at: event.at,
          countsAsUnread: found.ticket.status !== "closed",
        });
  unit.emit(MessageCreated, { message, ticket, notify: !isGroup && !claim });
  wakeWaiting(unit, row.connectionId, row.chatKey);
  if (claim) {
    claim.stored?.(message);
    return DONE;
  }
  const { outcome } = found;
  // Two messages of a new contact may share a transaction; only the first one creates its ticket.
  const isNewContact = outcome === "created" && contact.createdAt === unit.now;
  const arrival = { message, ticket, contact, outcome, isNewContact, tap: tapOf(event) };
  if (waitsForRules(unit, row, event, arrival)) return { state: "staged", stage: storedArrival(arrival) };
  finishArrival(unit, row, event, arrival);
  return DONE;
}

/** Redacts a text that must not be stored as received. */
function maskedEvent(
  unit: TenantUnit,
  { id }: InboundEventRow,
  event: MessageEvent,
  ticket: Ticket,
): MessageEvent {
  const { content } = event;
  if (content.type !== "text") return event;
  const text = redactText(unit, ticket, content.text, { id, path: "$.content.text", isEdit: false });
  // Without the preview, whose address is no longer in the text.
  return text === content.text ? event : { ...event, content: { type: "text", text } };
}

/** Lets pending rating and farewell handlers consume the message first (docs/rules/inbound.md#steps steps 7 and 8). */
const verdictOn = (
  unit: TenantUnit,
  { connectionId }: InboundEventRow,
  { content, at }: MessageEvent,
  contact: KnownContact,
): ReplyDecision =>
  unit.tenant.installation.ports.use(ReplyHandlersPort).ask(unit, {
    contact,
    connectionId,
    text: textOf(content),
    sticker: isSticker(content),
    at,
  });
