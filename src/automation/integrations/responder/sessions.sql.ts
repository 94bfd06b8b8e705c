import { integrationSession, type Session } from "#automation/integrations/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

type OfTicket = { ticketId: number };

export const find = query<OfTicket, Session>(
  `SELECT ${rowReader(integrationSession).columns} FROM integration_session WHERE ticket_id = :ticketId`,
);
export const begin = query<OfTicket & { integrationId: number; nonce: string; now: number }>(
  `INSERT OR REPLACE INTO integration_session (ticket_id, integration_id, nonce, created_at)
   VALUES (:ticketId, :integrationId, :nonce, :now)`,
);
export const setHeardAt = query<OfTicket & { at: number }>(
  "UPDATE integration_session SET heard_before_at = heard_at, heard_at = :at WHERE ticket_id = :ticketId",
);
export const setMemory = query<OfTicket & { memory: string }>(
  "UPDATE integration_session SET memory = :memory WHERE ticket_id = :ticketId",
);
export const setDocument = query<OfTicket & { sealed: string }>(
  "UPDATE integration_session SET heard_document = :sealed WHERE ticket_id = :ticketId",
);
export const end = query<OfTicket>("DELETE FROM integration_session WHERE ticket_id = :ticketId");
/** The integration session of a ticket that the integration no longer has. */
export const left = query<OfTicket, { readonly id: number }>(
  `SELECT s.ticket_id AS id FROM integration_session s JOIN ticket t ON t.id = s.ticket_id
   WHERE t.id = :ticketId AND (t.use_integration = 0 OR t.integration_id IS NOT s.integration_id)`,
);
