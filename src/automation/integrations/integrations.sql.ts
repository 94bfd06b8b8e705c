import { query } from "#platform/db/query.ts";

type OfContact = { contactId: number };

export const deliveriesNaming = query<{ name: string }>(
  "DELETE FROM integration_delivery WHERE instr(body, :name) > 0 OR instr(answer, :name) > 0",
);
export const unblocksOf = query<OfContact>(
  "DELETE FROM trust_unblock WHERE ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)",
);
export const lookupsOf = query<OfContact>(
  "DELETE FROM billing_lookup WHERE ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)",
);
export const finishedOfTicket = query<{ ticketId: number }>(
  "DELETE FROM integration_delivery WHERE ticket_id = :ticketId AND state IN ('done', 'failed')",
);

/** Rows of one transaction: a few milliseconds. */
export const BATCH = 500;
export const deleteOld = query<{ before: number }>(
  `DELETE FROM integration_delivery WHERE id IN (SELECT id FROM integration_delivery
   WHERE created_at <= :before AND state IN ('done', 'failed') LIMIT ${BATCH})`,
);
export const oldest = query<Record<never, never>, { readonly at: number | null }>(
  "SELECT min(created_at) AS at FROM integration_delivery",
);

export const subscribed = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM integration WHERE events <> '[]' AND type IN ('webhook', 'n8n')",
);
