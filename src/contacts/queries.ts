import type * as v from "valibot";
import { all, type Db, one } from "#platform/db/database.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { ContactAnswer, ContactPage, ContactRef } from "./contract.ts";
import { noContact } from "./errors.ts";
import { type ContactRow, type ExtraRow, presentContactRef, presentContactRow } from "./present.ts";
import { contactsMatching } from "./search.ts";

/** Behaviour 0: sizes of a page and of a picker. */
const PAGE = 20;
const PICKER = 2000;

const ROW = `SELECT c.id, c.uuid, c.name, c.number, c.email, c.is_group, c.blocked, c.disable_bot, c.opted_out_at, c.picture_id,
    p.name AS picture_name, c.connection_id, w.name AS connection_name, c.created_at, c.updated_at,
    (SELECT CASE WHEN max(exists_state = 'yes') THEN 'yes' WHEN max(exists_state = 'no') THEN 'no' ELSE 'unknown' END
      FROM contact_identity WHERE contact_id = c.id) AS existence,
    (SELECT group_concat(DISTINCT kind) FROM contact_identity WHERE contact_id = c.id) AS kinds,
    (SELECT count(*) FROM ticket WHERE contact_id = c.id) AS tickets,
    (SELECT updated_at FROM ticket WHERE contact_id = c.id ORDER BY id DESC LIMIT 1) AS last_ticket_at
  FROM contact c LEFT JOIN media_file p ON p.id = c.picture_id LEFT JOIN connection w ON w.id = c.connection_id`;
const BY_ID = `${ROW} WHERE c.id = ?`;
const REF = `SELECT c.id, c.name, c.number, c.picture_id, p.name AS picture_name
  FROM contact c LEFT JOIN media_file p ON p.id = c.picture_id`;
const EXTRAS = `SELECT id, contact_id, name, value FROM contact_extra
  WHERE contact_id IN (SELECT value FROM json_each(?)) ORDER BY id`;
const OPEN_CONNECTION = `SELECT id FROM connection WHERE status = 'CONNECTED' AND channel = 'whatsapp'
  AND deleted_at IS NULL ORDER BY is_default DESC, id LIMIT 1`;
const ORDER = "ORDER BY c.name COLLATE NOCASE, c.id";
// The first half is what the index is searched by; a row value would be compared row by row.
const BEHIND = "c.name COLLATE NOCASE >= ? AND (c.name COLLATE NOCASE > ? OR c.id > ?)";

interface End {
  readonly name: string;
  readonly id: number;
}

/** The contact as everybody of the company sees it. Throws 404 ERR_NO_CONTACT_FOUND. */
export function presentContact(tenant: Tenant, id: number): ContactAnswer {
  const row = one<ContactRow>(tenant.db, BY_ID, id);
  if (!row) throw noContact();
  return presentContactRow(tenant, row, all<ExtraRow>(tenant.db, EXTRAS, JSON.stringify([id])));
}

/** `GET /contacts`: every contact of the company by name, 20 a page; goes on where the caller's last page ended. */
export function contactPage(
  ctx: UserCtx,
  searchParam: string,
  pageNumber: number,
): v.InferOutput<typeof ContactPage> {
  const { tenant } = ctx;
  const found = contactsMatching(searchParam);
  const where = found?.sql ?? "1";
  const bindings = found?.bindings ?? [];
  const memory = tenant.cached("contact-pages", () => createPageMemory<End>(tenant.clock));
  const list = `${ctx.actor.id} ${searchParam}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const rows = end
    ? all<ContactRow>(
        tenant.db,
        `${ROW} WHERE ${where} AND ${BEHIND} ${ORDER} LIMIT ${PAGE + 1}`,
        ...bindings,
        end.name,
        end.name,
        end.id,
      )
    : all<ContactRow>(
        tenant.db,
        `${ROW} WHERE ${where} ${ORDER} LIMIT ${PAGE + 1} OFFSET ?`,
        ...bindings,
        (pageNumber - 1) * PAGE,
      );
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, { name: last.name, id: last.id });
  const extras = all<ExtraRow>(tenant.db, EXTRAS, JSON.stringify(shown.map(({ id }) => id)));
  const count = one<{ n: number }>(
    tenant.db,
    `SELECT count(*) AS n FROM contact c WHERE ${where}`,
    ...bindings,
  );
  return {
    contacts: shown.map((row) => presentContactRow(tenant, row, extras)),
    count: count?.n ?? 0,
    hasMore: rows.length > PAGE,
  };
}

/** `GET /contacts/list`: what a picker shows, at most 2,000 rows by name. */
export function contactPicker(ctx: UserCtx, searchParam: string): ContactRef[] {
  const { tenant } = ctx;
  const found = contactsMatching(searchParam);
  return all<ContactRow>(
    tenant.db,
    `${REF} WHERE ${found?.sql ?? "1"} ${ORDER} LIMIT ${PICKER}`,
    ...(found?.bindings ?? []),
  ).map((row) => presentContactRef(tenant, row));
}

/** The open WhatsApp connection things are asked through: the default, else the oldest. */
export function openConnection(db: Db): number | undefined {
  return one<{ id: number }>(db, OPEN_CONNECTION)?.id;
}
