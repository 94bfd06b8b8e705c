import { query } from "#platform/db/query.ts";

type Chat = { contactId: number; connectionId: number };
type Id = { readonly id: number };

const OF_CHAT = "message WHERE contact_id = :contactId AND connection_id = :connectionId";

/** Reads from the newest message back to the given time at most. */
export const answeredAfter = query<Chat & { at: number }, unknown>(
  `SELECT 1 FROM ${OF_CHAT} AND from_me = 1 AND created_at >= :at AND origin IN ('user', 'phone') LIMIT 1`,
);
export const ticketBefore = query<Chat & { place: number }, Id>(
  `SELECT ticket_id AS id FROM ${OF_CHAT} AND place < :place ORDER BY place DESC LIMIT 1`,
);
export const ticketAfter = query<Chat & { place: number }, Id>(
  `SELECT ticket_id AS id FROM ${OF_CHAT} AND place > :place ORDER BY place LIMIT 1`,
);
export const nextMoment = query<Chat & { place: number }, { readonly at: number }>(
  `SELECT created_at AS at FROM ${OF_CHAT} AND place > :place ORDER BY place LIMIT 1`,
);
export const fillPlaceholder = query<{
  id: number;
  body: string;
  mediaType: string | null;
  mediaId: number | null;
  voice: number;
  sticker: number;
  now: number;
}>(`UPDATE message SET body = :body, media_type = :mediaType, media_id = :mediaId, voice = :voice, sticker = :sticker,
  filled_at = :now, updated_at = :now WHERE id = :id`);
