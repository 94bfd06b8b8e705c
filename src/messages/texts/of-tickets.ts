import { one } from "#platform/db/database.ts";
import { setting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { TicketAccepted, TicketClosed, TicketTransferred } from "#tickets/events.ts";
import type { Ticket } from "#tickets/index.ts";
import { cancelBotTexts, sayAutomatically } from "./automatic.ts";

const USER = "SELECT id, name FROM user WHERE id = ?";

const userOf = (unit: TenantUnit, id: number | null) =>
  id === null ? undefined : one<{ id: number; name: string }>(unit.db, USER, id);

/**
 * What the product says to the customer when attendants accept and transfer; a close ends what bots still had to say
 * (behaviour 5.2, 5.4, 5.6). Words at the end of an attendance are the business of the ratings.
 */
export function listenForTicketTexts({ bus }: Installation): void {
  bus.within(TicketAccepted, (unit, { ticket, userId, greet }) => {
    if (!greet) return;
    const text = setting(unit.tenant, "greetingAcceptedMessage");
    sayAutomatically(unit, { ticket, text, origin: "system", user: userOf(unit, userId) });
  });
  bus.within(TicketTransferred, (unit, { ticket, previous }) => {
    const key = transferText(previous, ticket);
    if (!key || ticket.isGroup || !setting(unit.tenant, "sendMsgTransfTicket")) return;
    const text = setting(unit.tenant, key);
    sayAutomatically(unit, { ticket, text, origin: "system", user: userOf(unit, ticket.userId) });
  });
  bus.within(TicketClosed, (unit, { ticket, reason }) => {
    // A bot that closes has just said its last words.
    if (reason !== "bot") cancelBotTexts(unit, ticket.id);
  });
}

/** Which text a transfer says (behaviour 5.6); none when only the connection changed. */
export function transferText(
  before: Pick<Ticket, "queueId" | "userId">,
  after: Pick<Ticket, "queueId" | "userId">,
): "transferQueueMessage" | "transferUserMessage" | "transferBothMessage" | undefined {
  const newQueue = after.queueId !== before.queueId;
  const newUser = after.userId !== null && after.userId !== before.userId;
  if (newQueue)
    return newUser ? "transferBothMessage" : after.userId === null ? "transferQueueMessage" : undefined;
  return newUser ? "transferUserMessage" : undefined;
}
