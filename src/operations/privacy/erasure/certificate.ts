import { ContactCounting, ContactErasing } from "#people/contacts/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./erasure.sql.ts";
import { COUNTED_KINDS, COUNTS, type CountedKind } from "./erasure.sql.ts";

export type Counts = Readonly<Partial<Record<CountedKind, number>>>;

/** When all contacts are erased together, erasures less than this apart share a certificate, ms. */
const TOGETHER_MS = 60 * 60_000;

/** Records each erasure in its transaction: counts, the day and the user, no data of the person. */
export function recordCertificates({ bus }: Installation): void {
  bus.within(ContactCounting, (unit, { contact, counts }) => {
    for (const kind of COUNTED_KINDS)
      counts.set(kind, queryOne(unit.db, COUNTS[kind], { contactId: contact.id })?.n ?? 0);
  });
  bus.within(ContactErasing, (unit, { contact, counts: counted, user, withAll }) => {
    const counts: Counts = Object.fromEntries([...counted].filter(([, n]) => n > 0));
    const open = withAll
      ? queryOne(unit.db, sql.openCertificate, { userId: user?.id ?? null, since: unit.now - TOGETHER_MS })
      : undefined;
    if (open) {
      execute(unit.db, sql.addContact, {
        counts: JSON.stringify(sum(JSON.parse(open.counts), counts)),
        erasedAt: unit.now,
        id: open.id,
      });
      return;
    }
    const subject = withAll ? null : contact.id;
    execute(unit.db, sql.insert, {
      uuid: crypto.randomUUID(),
      contactId: subject,
      userId: user?.id ?? null,
      userName: user?.name ?? "",
      counts: JSON.stringify(counts),
      erasedAt: unit.now,
    });
  });
}

const sum = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    COUNTED_KINDS.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)] as const).filter(([, n]) => n > 0),
  );
