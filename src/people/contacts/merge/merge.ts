import { eq } from "drizzle-orm";
import { noContact } from "#people/contacts/errors.ts";
import {
  ContactMerged,
  ContactMergePreparing,
  ContactMerging,
  ContactUpdated,
  type MovedRows,
} from "#people/contacts/events.ts";
import { canMerge } from "#people/contacts/policy.ts";
import { contactById } from "#people/contacts/read.ts";
import { type Contact, contact, contactMerge, type LostContact } from "#people/contacts/schema.ts";
import { mergeValues } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { LongMerge } from "./long-merge.ts";
import * as sql from "./merge.sql.ts";
import { oneMergeAtATime } from "./one-at-a-time.ts";

/** Rows moved per transaction before a merge: about 5 ms. */
const STEP = 200;

interface Pair {
  readonly survivor: Contact;
  readonly loser: Contact;
}

/**
 * `POST /contacts/{id}/merge`: admins; the contact in the path survives. Returns the id for the undo. Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NO_CONTACT_FOUND, 400 ERR_VALIDATION (a contact with itself, a person with a
 * group).
 */
export async function mergeByHand(ctx: UserCtx, survivorId: number, loserId: number): Promise<number> {
  const { tenant, actor } = ctx;
  if (!canMerge(actor)) throw noPermission();
  return oneMergeAtATime(tenant, async () => {
    // These steps use the tenant without audit: only the merge itself has an audit entry.
    await prepareInSteps(tenant.base, survivorId, loserId);
    return tenant.write((unit) => {
      const { survivor, loser } = mergeable(unit.db, survivorId, loserId);
      return mergeContacts(unit, survivor, loser, actor.id);
    });
  });
}

/**
 * Moves the rows of a merge that threw `LongMerge`, in steps; afterwards the transaction that threw can be repeated.
 * Does nothing when one of the contacts is gone.
 */
export const prepareLongMerge = ({ base }: Tenant, { survivorId, loserId }: LongMerge): Promise<void> =>
  oneMergeAtATime(base, async () => {
    if (contactById(base.db, survivorId) && contactById(base.db, loserId))
      await prepareInSteps(base, survivorId, loserId);
  });

/** Maximum number of repetitions of an action: it may reveal several contacts of one person, and each may need a long merge. */
const MOST_REPEATS = 10;

/** Runs an action of one transaction that may merge contacts; before a long merge its messages move in steps. */
export async function withLongMerges<T>(tenant: Tenant, act: () => T | Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1)
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LongMerge) || repeats === MOST_REPEATS) throw error;
      await prepareLongMerge(tenant, error);
    }
}

async function prepareInSteps(tenant: Tenant, survivorId: number, loserId: number): Promise<void> {
  while (tenant.write((unit) => isLeftToPrepare(unit, mergeable(unit.db, survivorId, loserId))))
    await yieldToEventLoop(tenant);
}

/**
 * Merges two contacts that are one person, as the network revealed; the older contact survives. Returns the survivor. Throws
 * `LongMerge` when too many messages would move in this transaction.
 */
export function mergeRevealed(unit: TenantUnit, one: number, other: number): number {
  const pair = survivorOf(unit.db, one, other);
  if (isLeftToPrepare(unit, pair)) throw new LongMerge(pair.survivor.id, pair.loser.id);
  mergeContacts(unit, pair.survivor, pair.loser, null);
  return pair.survivor.id;
}

/** Reads both contacts again in each step, because one of them may have been deleted or merged since the previous step. */
function mergeable(db: Db, survivorId: number, loserId: number): Pair {
  const survivor = contactById(db, survivorId);
  const loser = contactById(db, loserId);
  if (!survivor || !loser) throw noContact();
  if (survivorId === loserId || survivor.isGroup !== loser.isGroup)
    throw invalidFields({ otherId: "invalid" });
  return { survivor, loser };
}

function isLeftToPrepare(unit: TenantUnit, pair: Pair): boolean {
  let isLeft = false;
  const left = () => {
    isLeft = true;
  };
  for (const part of ["messages", "tickets"] as const)
    if (!isLeft) unit.emit(ContactMergePreparing, { ...pair, part, atMost: STEP, left });
  return isLeft;
}

/**
 * Of two contacts of one person, the older survives (docs/rules/contacts.md#merge). Throws 404
 * ERR_NO_CONTACT_FOUND.
 */
function survivorOf(db: Db, one: number, other: number): Pair {
  const [a, b] = [contactById(db, one), contactById(db, other)];
  if (!a || !b) throw noContact();
  const aFirst = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
  return aFirst ? { survivor: a, loser: b } : { survivor: b, loser: a };
}

/**
 * Merges two contacts (docs/rules/contacts.md#merge): all rows of the loser move, and a `contact_merge` row
 * stores what the undo needs. `userId` is the admin who requested it, null when the network revealed it.
 * Returns the id of the merge.
 */
function mergeContacts(unit: TenantUnit, survivor: Contact, loser: Contact, userId: number | null): number {
  const { db } = unit;
  const moved = movedRows();
  const both = { survivorId: survivor.id, loserId: loser.id };
  const ids = (statement: typeof sql.moveIdentities) => queryAll(db, statement, both).map((row) => row.id);
  const extras = queryAll(db, sql.extrasOf, { contactId: loser.id });
  const sharedGroups = ids(sql.sharedGroups);
  moved.add("contact_identity", ids(sql.moveIdentities));
  moved.add("contact_extra", ids(sql.moveExtras));
  moved.add("group_member", ids(sql.moveGroups));
  const fields = mergeValues(db, both);
  unit.emit(ContactMerging, { survivor, loser, moved });
  execute(db, sql.deleteContact, { id: loser.id });
  const taken = fillFromLoser(unit, survivor, loser);
  const { id } = db
    .insert(contactMerge)
    .values({
      survivorId: survivor.id,
      loserId: loser.id,
      loser: { contact: loser, extras, sharedGroups, fields, taken },
      moved: moved.all(),
      automatic: userId === null,
      userId,
      mergedAt: unit.now,
    })
    .returning({ id: contactMerge.id })
    .get();
  unit.emit(ContactMerged, { survivorId: survivor.id, loserId: loser.id });
  unit.emit(ContactUpdated, { contactId: survivor.id });
  return id;
}

/** Fills empty fields of the survivor from the loser, including the picture. */
function fillFromLoser(unit: TenantUnit, survivor: Contact, loser: Contact): Taken {
  const taken = mergedFields(survivor, loser);
  const changes = Object.fromEntries(Object.entries(taken).map(([key, { to }]) => [key, to]));
  unit.db
    .update(contact)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(contact.id, survivor.id))
    .run();
  return taken;
}

/** The contact that owns the rows of this one now: itself, or the contact it was merged into. */
export function holderOf(db: Db, contactId: number): number | undefined {
  let id: number | undefined = contactId;
  for (let steps = 0; id !== undefined && steps < 100; steps += 1) {
    if (contactById(db, id)) return id;
    id = queryOne(db, sql.mergedInto, { id })?.id;
  }
  return undefined;
}

/** The ids of a contact and of all contacts that were merged into it, also indirectly. */
export const mergedContacts = (db: Db, contactId: number): number[] =>
  queryAll(db, sql.mergedContacts, { id: contactId }).map(({ id }) => id);

/** Collects the rows that a merge moved; `all` returns the stored form. */
export function movedRows(
  stored: Readonly<Record<string, readonly number[]>> = {},
): MovedRows & { all(): Record<string, number[]> } {
  const tables = new Map(Object.entries(stored).map(([table, ids]) => [table, [...ids]]));
  return {
    add(table, ids) {
      if (ids.length > 0) tables.set(table, [...(tables.get(table) ?? []), ...ids]);
    },
    of: (table) => tables.get(table) ?? [],
    all: () => Object.fromEntries(tables),
  };
}

export type Taken = LostContact["taken"];

/**
 * The values that the survivor of a merge takes from the loser: only where its own value is empty, and a real name in place of a
 * number (docs/rules/contacts.md#merge). If either contact is blocked, without bot or opted out, the survivor is, too.
 */
function mergedFields(survivor: Contact, loser: Contact): Taken {
  const taken: Record<string, { from: unknown; to: unknown }> = {};
  const takeFromLoser = (key: keyof Contact, when: boolean) => {
    if (when) taken[key] = { from: survivor[key], to: loser[key] };
  };
  const named = survivor.nameSource === "phone" && loser.nameSource !== "phone";
  takeFromLoser("name", named);
  takeFromLoser("nameSource", named);
  takeFromLoser("number", survivor.number === null && loser.number !== null);
  takeFromLoser("email", survivor.email === "" && loser.email !== "");
  takeFromLoser("pictureId", survivor.pictureId === null && loser.pictureId !== null);
  takeFromLoser("pictureCheckedAt", survivor.pictureId === null && loser.pictureId !== null);
  takeFromLoser("connectionId", survivor.connectionId === null && loser.connectionId !== null);
  takeFromLoser("optedOutAt", survivor.optedOutAt === null && loser.optedOutAt !== null);
  takeFromLoser("blocked", !survivor.blocked && loser.blocked);
  takeFromLoser("disableBot", !survivor.disableBot && loser.disableBot);
  return taken as Taken;
}

/** Values that the undo reverts: taken at the merge and not edited since. */
export function untakenFields(now: Contact, taken: Taken): Partial<Contact> {
  const changes = Object.entries(taken).filter(([key, { to }]) => now[key as keyof Contact] === to);
  return Object.fromEntries(changes.map(([key, { from }]) => [key, from]));
}
