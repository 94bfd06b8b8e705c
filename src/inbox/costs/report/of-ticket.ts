import { installationSetting } from "#accounts/settings/index.ts";
import { findConnection } from "#channels/connections/index.ts";
import { accountOf, currencyOf, dayOfAccount } from "#inbox/costs/account/account.ts";
import type { TicketCost } from "#inbox/costs/contract.ts";
import { marketOf, priceFor } from "#inbox/costs/prices/cards.ts";
import { chargeOf } from "#inbox/costs/prices/rules.ts";
import { readableTicket, runningTracking, type Ticket } from "#inbox/tickets/index.ts";
import { contactById, identitiesOf } from "#people/contacts/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./report.sql.ts";
import { moneyOf, refuseWithoutCosts } from "./report.ts";

/** Length of the free time after an answered ad, ms. */
const AD_MS = 72 * 60 * 60_000;

/**
 * Returns the cost of a ticket's running attendance, and the price of the next answer. For admins, and with `showCosts` for
 * attendants who may read the ticket. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION.
 */
export function ticketCost(ctx: UserCtx, ticketId: number): TicketCost {
  const { tenant } = ctx;
  const ticket = readableTicket(ctx, ticketId);
  refuseWithoutCosts(ctx);
  const { currency, hasMoney } = moneyOf(
    tenant,
    currencyOf(tenant, accountOf(tenant.db, ticket.connectionId)),
  );
  const since = runningTracking(tenant.db, ticketId)?.createdAt ?? 0;
  const sum = queryOne(tenant.db, sql.ofTicket, { ticketId, since, currency });
  const isOfficial = findConnection(tenant.db, ticket.connectionId)?.provider === "cloud";
  const freeUntil = freeByAdUntil(tenant, ticketId);
  return {
    currency,
    count: sum?.count ?? 0,
    micros: hasMoney && sum ? sum.micros : null,
    perMessage: isOfficial && hasMoney ? (freeUntil === null ? nextAnswer(tenant, ticket) : 0) : null,
    freeUntil: freeUntil === null ? null : new Date(freeUntil).toISOString(),
  };
}

/**
 * End of the free period after the last answered ad, ms; null when it has ended. The first free message after the end of a period
 * begins the next period.
 */
function freeByAdUntil({ db, clock }: Tenant, ticketId: number): number | null {
  let until = 0;
  for (const { at } of queryAll(db, sql.freeByAd, { ticketId })) if (at >= until) until = at + AD_MS;
  return until > clock.now() ? until : null;
}

/** Price of the next answer in millionths; null = no price is known. */
function nextAnswer(tenant: Tenant, ticket: Ticket): number | null {
  const account = accountOf(tenant.db, ticket.connectionId);
  const day = dayOfAccount(tenant, account ?? { zone: null }, tenant.clock.now());
  const facts = { category: "service", type: null, billable: true, day };
  if (chargeOf(facts) === "free") return 0;
  if (account) {
    const limit = installationSetting(tenant.installation, "freeServiceMessages");
    const key = { scope: account.scope, month: day.slice(0, 7), market: `number:${ticket.connectionId}` };
    if ((queryOne(tenant.db, sql.freeUsed, key)?.count ?? 0) < limit) return 0;
  }
  const networkId =
    identitiesOf(tenant.db, ticket.contactId).find(({ kind }) => kind === "bsuid")?.value ?? null;
  const phone = contactById(tenant.db, ticket.contactId)?.number ?? null;
  const market = marketOf(tenant.installation, phone, networkId);
  return (
    priceFor(tenant.installation, {
      currency: currencyOf(tenant, account),
      market,
      category: "service",
      day,
      count: 1,
    })?.micros ?? null
  );
}
