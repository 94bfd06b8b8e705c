import { query } from "#platform/db/query.ts";
import { NEVER_WROTE } from "./cold/cold.sql.ts";

export const insert = query<{
  messageId: number | null;
  connectionId: number;
  contactId: number;
  ticketId: number | null;
  priority: number;
  source: string;
  sourceKey: string;
  kind: string;
  payload: string;
  nextTryAt: number;
  createdAt: number;
  /** 1 when the contact may never have written on the connection. */
  mayBeCold: number;
  bundleKey: string | null;
}>(`INSERT INTO outbox (message_id, connection_id, contact_id, ticket_id, priority, source, source_key, kind,
  payload, next_try_at, created_at, bundle_key, is_cold) VALUES (:messageId, :connectionId, :contactId, :ticketId, :priority, :source, :sourceKey, :kind, :payload, :nextTryAt, :createdAt,
  :bundleKey, :mayBeCold = 1 AND ${NEVER_WROTE}) ON CONFLICT (source, source_key) DO NOTHING`);
