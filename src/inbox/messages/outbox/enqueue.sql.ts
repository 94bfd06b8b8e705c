import { query } from "#platform/db/query.ts";

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
}>(`INSERT INTO outbox (message_id, connection_id, contact_id, ticket_id, priority, source, source_key, kind,
  payload, next_try_at, created_at) VALUES (:messageId, :connectionId, :contactId, :ticketId, :priority, :source, :sourceKey, :kind, :payload, :nextTryAt, :createdAt) ON CONFLICT (source, source_key) DO NOTHING`);
