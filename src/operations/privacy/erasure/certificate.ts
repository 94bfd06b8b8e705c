import { ContactErasing } from "#people/contacts/events.ts";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { COUNTED_KINDS, COUNTS, type CountedKind } from "./kinds.ts";

export type Counts = Readonly<Partial<Record<CountedKind, number>>>;

/** Contacts erased all at once share a certificate while they follow each other within this, ms. */
const TOGETHER_MS = 60 * 60_000;
const WRITE = `INSERT INTO contact_erasure (uuid, contact_id, user_id, user_name, counts, erased_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
const OPEN = `SELECT id, counts FROM contact_erasure WHERE contact_id IS NULL AND user_id IS ?1 AND erased_at >= ?2
  ORDER BY id DESC LIMIT 1`;
const ADD = "UPDATE contact_erasure SET contacts = contacts + 1, counts = ?, erased_at = ? WHERE id = ?";

/** Records what is about to be erased: counts, the day and the user, no data of the person. */
export function recordCertificates({ bus }: Installation): void {
  bus.within(ContactErasing, (unit, { contact, user, withAll }) => {
    const counts = countOf(unit, contact.id);
    const open = withAll
      ? one<{ id: number; counts: string }>(unit.db, OPEN, user?.id ?? null, unit.now - TOGETHER_MS)
      : undefined;
    if (open) {
      run(unit.db, ADD, JSON.stringify(sum(JSON.parse(open.counts), counts)), unit.now, open.id);
      return;
    }
    const subject = withAll ? null : contact.id;
    const who = [user?.id ?? null, user?.name ?? ""] as const;
    run(unit.db, WRITE, crypto.randomUUID(), subject, ...who, JSON.stringify(counts), unit.now);
  });
}

function countOf(unit: TenantUnit, contactId: number): Counts {
  const found = COUNTED_KINDS.map((kind) => [
    kind,
    one<{ n: number }>(unit.db, COUNTS[kind], contactId)?.n ?? 0,
  ]);
  return Object.fromEntries(found.filter(([, n]) => n !== 0));
}

const sum = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    COUNTED_KINDS.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)] as const).filter(([, n]) => n > 0),
  );
