import { query } from "#platform/db/query.ts";

export interface ReadRow {
  readonly providerId: string | null;
  readonly participantId: number | null;
  readonly connectionId: number;
  readonly mediaType: string | null;
}

export const read = query<
  { ticketId: number },
  ReadRow
>(`UPDATE message SET read = 1 WHERE ticket_id = :ticketId AND read = 0 AND from_me = 0
  RETURNING provider_id AS providerId, participant_id AS participantId, connection_id AS connectionId, media_type AS mediaType`);
export const online = query<{ id: number }, unknown>(
  "SELECT 1 FROM connection WHERE id = :id AND status = 'CONNECTED'",
);
