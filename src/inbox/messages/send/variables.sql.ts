import { query } from "#platform/db/query.ts";

type Name = { readonly name: string };

export const userName = query<{ id: number }, Name>("SELECT name FROM user WHERE id = :id");
export const queueName = query<{ id: number }, Name>("SELECT name FROM queue WHERE id = :id");
export const connectionName = query<{ id: number }, Name>("SELECT name FROM connection WHERE id = :id");
export const extraFields = query<{ contactId: number }, Name & { readonly value: string }>(
  "SELECT name, value FROM contact_extra WHERE contact_id = :contactId",
);
