import { neverWroteOn } from "#inbox/messages/index.ts";
import { query } from "#platform/db/query.ts";

export interface TaggedRow {
  readonly ticketId: number;
  readonly contactId: number;
  readonly reached: number;
  /** 1 = never wrote on the connection. */
  readonly isCold: number;
}
/**
 * Contacts with a tag on a ticket, one step of them, and whether each becomes a recipient
 * (docs/rules/campaigns.md#recipients): groups, opted-out or blocked contacts, and contacts already in the list do
 * not.
 */
export const taggedStep = query<
  { tagId: number; contactListId: number; connectionId: number; after: number },
  TaggedRow
>(`SELECT g.ticket_id AS ticketId, c.id AS contactId,
    c.is_group = 0 AND c.blocked = 0 AND c.opted_out_at IS NULL AND x.exists_state IS NOT 'no'
    AND NOT EXISTS (SELECT 1 FROM contact_list_item i WHERE i.contact_list_id = :contactListId AND i.match_key = x.match_key) AS reached,
    :connectionId > 0 AND ${neverWroteOn("c.id", ":connectionId")} AS isCold
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  LEFT JOIN contact_identity x ON x.id = (SELECT min(y.id) FROM contact_identity y WHERE y.contact_id = c.id AND y.kind = 'pn')
  WHERE g.tag_id = :tagId AND g.ticket_id > :after ORDER BY g.ticket_id LIMIT 500`);
/** Items of a list, one step of them, and whether each never wrote on the connection. */
export const coldStep = query<
  { contactListId: number; connectionId: number; after: number },
  { readonly id: number; readonly isCold: number }
>(`SELECT i.id, x.contact_id IS NULL OR (${neverWroteOn("x.contact_id", ":connectionId")}) AS isCold
  FROM contact_list_item i INDEXED BY contact_list_item_order
  LEFT JOIN contact_identity x ON x.kind = 'pn' AND x.scope = '' AND x.match_key = i.match_key
  WHERE i.contact_list_id = :contactListId AND i.id > :after AND i.is_whatsapp_valid IS NOT 0 ORDER BY i.id LIMIT 500`);
export interface PreviewRecipient {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly contactId: number | null;
}
export const firstOfList = query<{ contactListId: number }, PreviewRecipient>(
  `SELECT i.name, i.number, i.email, x.contact_id AS contactId
  FROM contact_list_item i INDEXED BY contact_list_item_order
  LEFT JOIN contact_identity x ON x.kind = 'pn' AND x.scope = '' AND x.match_key = i.match_key
  WHERE i.contact_list_id = :contactListId ORDER BY i.id LIMIT 1`,
);
export const firstOfTag = query<{ tagId: number }, PreviewRecipient>(
  `SELECT c.name, coalesce(c.number, '') AS number, c.email, c.id AS contactId
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  WHERE g.tag_id = :tagId AND c.is_group = 0 ORDER BY g.ticket_id LIMIT 1`,
);

export const hasTag = query<{ id: number }, unknown>("SELECT 1 FROM tag WHERE id = :id");
export const hasQueue = query<{ id: number }, unknown>("SELECT 1 FROM queue WHERE id = :id");
export const defaultConnection = query<Record<never, never>, { id: number }>(
  "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL",
);
/** Items without an order, because sorting a large list is slow. */
export const itemsOfList = query<
  { contactListId: number; limit: number },
  Omit<PreviewRecipient, "contactId"> & { readonly id: number; readonly valid: number | null }
>(`SELECT id, name, number, email, is_whatsapp_valid AS valid FROM contact_list_item
  WHERE contact_list_id = :contactListId LIMIT :limit`);
