import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import type { TagContactsAnswer, TagContactsBody } from "#people/tags/contract.ts";
import { one, run } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const NEWEST = "SELECT id FROM ticket WHERE contact_id = ? ORDER BY id DESC LIMIT 1";
const ADD = "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) VALUES (?, ?)";

/**
 * `POST /tags/contacts`: puts a tag on the newest ticket of each contact named, as far as the caller may see that ticket.
 * `skipped`: contacts without a ticket, or whose newest one the caller may not see. Throws 404 ERR_NOT_FOUND for the tag.
 */
export function tagContacts(
  { tenant, actor }: UserCtx,
  { contactIds, tagId }: TagContactsBody,
): TagContactsAnswer {
  return tenant.write((unit) => {
    if (!one(unit.db, "SELECT 1 FROM tag WHERE id = ?", tagId)) throw notFound();
    let tagged = 0;
    const unique = new Set(contactIds);
    for (const contactId of unique) {
      const newest = one<{ id: number }>(unit.db, NEWEST, contactId);
      const ticket = newest && ticketById(unit.db, newest.id);
      if (!ticket || !canSee(actor, ticket)) continue;
      tagged += 1;
      if (run(unit.db, ADD, ticket.id, tagId).changes > 0) ticketChanged(unit, ticket, ticket);
    }
    return { tagged, skipped: unique.size - tagged };
  });
}
