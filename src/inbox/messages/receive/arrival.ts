import { mayWork } from "#accounts/companies/index.ts";
import type { InboundEvent } from "#channels/connections/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { hasNewerMessage } from "#inbox/messages/inbox/queries.ts";
import { mayBotAnswer } from "#inbox/messages/policy.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { isFromBeforeRestore, isOnHold } from "#tenants/on-hold.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { MessageEvent } from "./common.ts";
import { type Arrival, ArrivalRulesPort, NOTHING_REPLACED, type Replaced } from "./rules-port.ts";

/** The data stored in the row of an event while rules have to run for its message. */
interface StoredArrival {
  readonly messageId: number;
  readonly identityId: number;
  readonly outcome: Arrival["outcome"];
  readonly isNewContact: boolean;
}

/**
 * True for a message from before a restore: the replaced machine may have handled it, so it is stored without automatic answers
 * (docs/rules/cluster.md#hold).
 */
export const isOld = (
  tenant: Tenant,
  { receivedAt }: Pick<InboundEventRow, "receivedAt">,
  at: number,
): boolean => isFromBeforeRestore(tenant.company, Math.min(receivedAt, at));

export const tapOf = ({ content }: Pick<MessageEvent, "content">): string | null =>
  content.type === "text" ? (content.tap ?? null) : null;

/** True when rules must run before the bot gets the message; it is then processed in durable steps. */
export function waitsForRules(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  arrival: Arrival,
): boolean {
  const { tenant } = unit;
  const rules = tenant.installation.ports.find(ArrivalRulesPort);
  if (!rules || !mayWork(tenant) || isOnHold(tenant.company) || isOld(tenant, row, event.at)) return false;
  return rules.concern(unit, arrival);
}

/** The last step: passes the message to bots and other listeners (docs/rules/inbound.md#steps steps 11-18). */
export function finishArrival(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  arrival: Arrival,
  replaced: Replaced = NOTHING_REPLACED,
): void {
  const { ticket, contact } = arrival;
  const newerWaits = hasNewerMessage(unit.db, row);
  const situation = { ticket, contact, sentAt: event.at, now: unit.now, expired: !mayWork(unit.tenant) };
  const isQuiet = isOld(unit.tenant, row, event.at) || isOnHold(unit.tenant.company);
  const botAllowed =
    mayBotAnswer(situation) && !isQuiet && !newerWaits && event.standby !== true && !replaced.bot;
  const { message, outcome, tap } = arrival;
  const { closedText } = replaced;
  unit.emit(MessageReceived, { message, ticket, contact, outcome, botAllowed, closedText, newerWaits, tap });
}

export const storedArrival = ({ message, contact, outcome, isNewContact }: Arrival): string =>
  JSON.stringify({
    messageId: message.id,
    identityId: contact.identityId,
    outcome,
    isNewContact,
  } satisfies StoredArrival);

/**
 * Continues the processing of a stored message: runs its rules, then the last step, in separate transactions
 * (docs/rules/rules.md#before-the-bot). `finish` completes the row in the last transaction.
 */
export function continueArrival(
  tenant: Tenant,
  row: InboundEventRow,
  finish: (unit: TenantUnit) => void,
): void {
  const event = JSON.parse(row.payload) as InboundEvent;
  const before = event.kind === "message" ? arrivalOf(tenant, row, event) : undefined;
  const rules = tenant.installation.ports.find(ArrivalRulesPort);
  const replaced = before && rules ? rules.run(tenant, before) : NOTHING_REPLACED;
  tenant.write((unit) => {
    // Read again, because rules may have changed the ticket and a user may have deleted it meanwhile.
    const now = event.kind === "message" ? arrivalOf(tenant, row, event) : undefined;
    if (now && event.kind === "message") finishArrival(unit, row, event, now, replaced);
    finish(unit);
  });
}

function arrivalOf({ db }: Tenant, { stage }: InboundEventRow, event: MessageEvent): Arrival | undefined {
  const { messageId, identityId, outcome, isNewContact } = JSON.parse(stage ?? "{}") as StoredArrival;
  const message = messageById(db, messageId);
  const ticket = message && ticketById(db, message.ticketId);
  const contact = ticket && contactById(db, ticket.contactId);
  if (!message || !ticket || !contact) return undefined;
  return { message, ticket, contact: { ...contact, identityId }, outcome, isNewContact, tap: tapOf(event) };
}
