import { SettingChanged } from "#accounts/settings/events.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import {
  TicketAccepted,
  TicketChanged,
  TicketClosed,
  TicketDeleted,
  TicketQueued,
  TicketTransferred,
} from "#inbox/tickets/events.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { DISTRIBUTION_DUE, forgetOffers, gainsBySpace, offerToNext, offerWaitingTickets } from "./offer.ts";
import { OFFLINE_MS } from "./policy.ts";
import { hasOffers, holdsTickets, queueRule } from "./queries.ts";
import { passOnAll, returnAfterMs } from "./sweep.ts";

/** The user whose capacity a ticket takes: its attendant, unless it is asleep, or the user to whom it is offered. */
const holderOf = ({ status, userId, userDistributed, asleepSince }: Ticket): number | null =>
  status === "open" ? (asleepSince === null ? userId : null) : status === "pending" ? userDistributed : null;

/** The triggers of distribution (docs/rules/distribution.md#trigger). */
export function listenForDistribution({ bus }: Installation): void {
  bus.within(TicketQueued, (unit, { ticket: { id, queueId }, skipUserId }) => {
    // Checked before the ticket is read again, because most queues do not distribute.
    if (!queueRule(unit.db, queueId) && !hasOffers(unit.db, id)) return;
    const ticket = ticketById(unit.db, id);
    // When the event is emitted twice for one entry into the queue, the ticket is already offered.
    if (ticket?.status !== "pending" || ticket.userId !== null || ticket.userDistributed !== null) return;
    forgetOffers(unit, id);
    offerToNext(unit, ticket, skipUserId);
  });
  bus.within(TicketAccepted, (unit, { ticket }) => forgetOffers(unit, ticket.id));
  bus.within(TicketClosed, (unit, { ticket }) => forgetOffers(unit, ticket.id));
  bus.within(TicketTransferred, (unit, { ticket }) => {
    if (ticket.status === "open") forgetOffers(unit, ticket.id);
  });

  listenForSpace({ bus });
  listenForPresence({ bus });
}

/** A user who loses a ticket may have capacity for another one. */
function listenForSpace({ bus }: Pick<Installation, "bus">): void {
  const letGo = (tenant: Tenant, before: Ticket | null, after: Ticket | null) => {
    const userId = before && holderOf(before);
    if (userId === null || (after && holderOf(after) === userId)) return;
    if (gainsBySpace(tenant, userId)) offerWaitingTickets(tenant, userId, before?.id);
  };
  bus.after(TicketChanged, (tenant, { before, after }) => letGo(tenant, before, after));
  bus.after(TicketDeleted, (tenant, { ticket }) => letGo(tenant, ticket, null));
}

function listenForPresence({ bus }: Pick<Installation, "bus">): void {
  const look = (tenant: Tenant, ms: number) =>
    tenant.write((unit) => unit.scheduleWake(DISTRIBUTION_DUE, unit.now + ms));
  bus.after(UserPresenceChanged, (tenant, { userId, online, away }) => {
    if (away) passOnAll(tenant, userId);
    else if (online) offerWaitingTickets(tenant, userId);
    if (online || !holdsTickets(tenant.db, userId)) return;
    look(tenant, OFFLINE_MS);
    const returnMs = returnAfterMs(tenant);
    if (returnMs > 0) look(tenant, returnMs);
  });

  // Schedules the job that returns open tickets of offline users; the job opens the company if its database is closed.
  bus.within(TicketChanged, (unit, { after }) => {
    const returnMs = after.status === "open" ? returnAfterMs(unit.tenant) : 0;
    if (returnMs > 0) unit.scheduleWake(DISTRIBUTION_DUE, unit.now + returnMs);
  });
  bus.within(SettingChanged, (unit, { key }) => {
    if (key === "returnOpenWhenOfflineMinutes" || key === "distributionTimeout")
      unit.scheduleWake(DISTRIBUTION_DUE, unit.now);
  });
}
