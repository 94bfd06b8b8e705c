import { query } from "#platform/db/query.ts";

type Chat = { contactId: number; connectionId: number };
type Place = { readonly place: number };

const OF_CHAT = "message WHERE contact_id = :contactId AND connection_id = :connectionId";

export const ofProviderId = query<Chat & { after: string }, Place>(
  `SELECT place FROM ${OF_CHAT} AND provider_id = :after`,
);
/** Reads from the newest message back to the given time. */
export const lastWrittenBy = query<Chat & { at: number }, Place>(
  `SELECT place FROM ${OF_CHAT} AND created_at <= :at ORDER BY place DESC LIMIT 1`,
);
export const next = query<Chat & { place: number }, Place>(
  `SELECT place FROM ${OF_CHAT} AND place > :place ORDER BY place LIMIT 1`,
);
export const ordinaryBefore = query<Chat & { place: number }, Place>(
  `SELECT place FROM ${OF_CHAT} AND place <= :place AND explicit_place IS NULL ORDER BY place DESC LIMIT 1`,
);
export const ordinaryAfter = query<Chat & { place: number }, Place>(
  `SELECT place FROM ${OF_CHAT} AND place > :place AND explicit_place IS NULL ORDER BY place LIMIT 1`,
);
export const explicitBetween = query<Chat & { from: number; to: number }, { readonly id: number }>(
  `SELECT id FROM ${OF_CHAT} AND place > :from AND place < :to ORDER BY place`,
);
export const move = query<{ id: number; explicitPlace: number }>(
  "UPDATE message SET explicit_place = :explicitPlace WHERE id = :id",
);
