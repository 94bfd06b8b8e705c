import { query } from "#platform/db/query.ts";

export const insert = query<{
  ticketId: number | null;
  contactId: number;
  connectionId: number;
  participantId: number | null;
  identityId: number | null;
  providerId: string | null;
  body: string;
  mediaType: string | null;
  mediaId: number | null;
  voice: number;
  sticker: number;
  fromMe: number;
  origin: string;
  userId: number | null;
  ack: number;
  sendState: string | null;
  clientMessageId: string | null;
  clientHash: string | null;
  read: number;
  quotedId: number | null;
  createdAt: number;
  updatedAt: number;
  filledAt: number | null;
  explicitPlace: number | null;
}>(`INSERT INTO message (ticket_id, contact_id, connection_id, participant_id, identity_id, provider_id, body,
  media_type, media_id, voice, sticker, from_me, origin, user_id, ack, send_state, client_message_id, client_hash, read, quoted_id,
  created_at, updated_at, filled_at, explicit_place) VALUES (:ticketId, :contactId, :connectionId, :participantId, :identityId, :providerId, :body, :mediaType, :mediaId, :voice, :sticker, :fromMe, :origin, :userId, :ack, :sendState, :clientMessageId, :clientHash, :read, :quotedId, :createdAt, :updatedAt, :filledAt, :explicitPlace)`);
