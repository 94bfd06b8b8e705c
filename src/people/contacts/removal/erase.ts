import { noContact } from "#people/contacts/errors.ts";
import {
  ContactCounting,
  ContactDeleted,
  ContactDeleting,
  ContactEmptying,
  ContactErasing,
  ContactsCleared,
  ContactsClearing,
  ContactsReloaded,
  ContactTracesErasing,
  type RowCounts,
  type Traces,
} from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/identities/identity.ts";
import { canDelete } from "#people/contacts/policy.ts";
import { contactById } from "#people/contacts/read.ts";
import type { Contact } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./removal.sql.ts";

/**
 * `DELETE /contacts/{id}`: admins; erases all data of the person (docs/rules/contacts.md#deletion). Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NO_CONTACT_FOUND, and the error of a listener that vetoes (409
 * ERR_CONTACT_HAS_TICKETS).
 */
export async function deleteContact({ tenant, actor }: UserCtx, id: number): Promise<void> {
  await eraseInSteps(
    tenant,
    (unit) => {
      const contact = contactById(unit.db, id);
      if (!contact) throw noContact();
      if (!canDelete(actor)) throw noPermission();
      return contact;
    },
    { user: actor },
  );
}

interface EraseOptions {
  /** User who requested it. */
  readonly user?: UserCtx["actor"];
  /** True when all contacts are erased: this contact then gets no broadcast of its own. */
  readonly withAll?: boolean;
  /** Filled by the first step: how many rows the contact had. */
  readonly counts?: RowCounts;
}

/**
 * Erases a contact in transactions of a few milliseconds, so that a long conversation does not delay other requests. The oldest
 * messages are deleted first. After a kill the contact still exists with its remaining rows, and the user has to request the
 * deletion again. `find` is called in each step and may throw. Returns false when the contact does not exist.
 */
export async function eraseInSteps(
  tenant: Tenant,
  find: (unit: TenantUnit) => Contact | undefined,
  options: EraseOptions = {},
): Promise<boolean> {
  const stepOptions = { counts: new Map(), ...options };
  const release = tenant.keepOpen();
  try {
    for (;;) {
      const outcome = tenant.write((unit) => {
        const contact = find(unit);
        return contact && eraseStep(unit, contact, stepOptions);
      });
      if (outcome !== "left") return outcome === "erased";
      await yieldToEventLoop(tenant);
    }
  } finally {
    release();
  }
}

/** Rows removed per transaction: about 5 ms. */
const STEP = 100;

/** Removes some rows of a contact, and the contact itself when no other rows are left. Checks no permissions. */
function eraseStep(
  unit: TenantUnit,
  contact: Contact,
  options: EraseOptions & { readonly counts: RowCounts },
): "erased" | "left" {
  if (options.counts.size === 0) unit.emit(ContactCounting, { contact, counts: options.counts });
  let isMore = false;
  const left = () => {
    isMore = true;
  };
  unit.emit(ContactEmptying, { contact, atMost: STEP, left, isLeft: () => isMore });
  if (isMore) return "left";
  eraseContact(unit, contact, options);
  return "erased";
}

/** Deletes a contact with all its rows. Checks no permissions. */
export function eraseContact(
  unit: TenantUnit,
  contact: Contact,
  { user, counts, withAll = false }: EraseOptions = {},
): void {
  const { id } = contact;
  const counted: RowCounts = counts ?? new Map();
  if (!counts) unit.emit(ContactCounting, { contact, counts: counted });
  const by = user ? { id: user.id, name: user.name } : null;
  unit.emit(ContactErasing, { contact, counts: counted, user: by, withAll });
  if (!withAll) unit.emit(ContactTracesErasing, { contact, traces: tracesOf(unit.db, contact) });
  unit.emit(ContactDeleting, { contact });
  execute(unit.db, sql.deleteNumberChecks, { id });
  execute(unit.db, sql.deleteIdentities, { id });
  execute(unit.db, sql.deleteMerges, { id });
  execute(unit.db, sql.deleteContact, { id });
  unit.emit(ContactDeleted, { contactId: id, pictureId: contact.pictureId, ...(withAll && { withAll }) });
}

/** Shorter texts would match other people. */
const MIN_LENGTH = 6;
/** Digits that two spellings of a phone share: without country, area and ninth digit. */
const COMMON_DIGITS = 8;

/** Texts that identify this person in rows without a reference to the contact. */
function tracesOf(db: Db, contact: Contact): Traces {
  const identities = identitiesOf(db, contact.id);
  const names = new Set(identities.flatMap(({ value, address }) => [value, address]));
  const phones = identities.filter(({ kind }) => kind === "pn");
  return {
    names: [...names].filter((name) => name.length >= MIN_LENGTH),
    phoneEndings: phones.map(({ value }) => value.slice(-COMMON_DIGITS)),
    email: contact.email.length >= MIN_LENGTH ? contact.email.toLowerCase() : null,
  };
}

/**
 * `DELETE /contacts`: super users, in their own company; `confirm` is its name. Rejected as a whole while an
 * attendance is open; then deletes in small transactions, so that other requests are not blocked by a large
 * address book. A contact whose attendance began in the meantime is not deleted. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 409 ERR_CONTACT_HAS_TICKETS.
 */
export async function deleteAllContacts(ctx: UserCtx, confirm: string) {
  const { tenant, actor } = ctx;
  if (!actor.super) throw noPermission();
  if (confirm.trim() !== tenant.company.name.trim()) throw invalidFields({ confirm: "invalid" });
  tenant.write((unit) => unit.emit(ContactsClearing, {}));
  let deleted = 0;
  let left = 0;
  for (let after = 0; ; ) {
    const ids = queryAll(tenant.db, sql.nextContacts, { after }).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) break;
    const gone = await eraseBatch(tenant, actor, ids);
    deleted += gone;
    left += ids.length - gone;
    after = last;
    await yieldToEventLoop(tenant);
  }
  tenant.write((unit) => {
    if (left === 0) {
      execute(unit.db, sql.deleteAllMerges);
      execute(unit.db, sql.deleteAllNumberChecks);
    }
    unit.emit(left === 0 ? ContactsCleared : ContactsReloaded, {});
  });
  return { message: "Contacts deleted", deleted };
}

/** Erases these contacts: contacts with few rows in one shared transaction, the others in steps. Returns how many were erased. */
async function eraseBatch(tenant: Tenant, user: UserCtx["actor"], ids: readonly number[]): Promise<number> {
  const batch = ids.map((id) => ({ id, options: { user, counts: new Map(), withAll: true } }));
  try {
    const long = tenant.write((unit) =>
      batch.filter(({ id, options }) => {
        const contact = contactById(unit.db, id);
        return contact && eraseStep(unit, contact, options) === "left";
      }),
    );
    for (const { id, options } of long)
      await eraseInSteps(tenant, (unit) => contactById(unit.db, id), options);
    return ids.length;
  } catch (error) {
    if (ids.length === 1) {
      tenant.log.info({ err: error }, "contact not erased: vetoed by a listener, or the transaction failed");
      return 0;
    }
    // One of them was refused: each is tried alone.
    let gone = 0;
    for (const id of ids) gone += await eraseBatch(tenant, user, [id]);
    return gone;
  }
}
