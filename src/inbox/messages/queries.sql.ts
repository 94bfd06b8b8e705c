import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { message } from "./schema.ts";

const { columns, read } = rowReader(message);

export { read };

export const byId = query<{ id: number }, unknown>(`SELECT ${columns} FROM message WHERE id = :id`);
export const ofChat = query<{ connectionId: number; contactId: number; providerId: string }, unknown>(
  `SELECT ${columns} FROM message WHERE connection_id = :connectionId AND contact_id = :contactId AND provider_id = :providerId`,
);
export const byClient = query<{ clientMessageId: string }, unknown>(
  `SELECT ${columns} FROM message WHERE client_message_id = :clientMessageId`,
);
