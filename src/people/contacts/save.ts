import { eq } from "drizzle-orm";
import type * as v from "valibot";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import type { ContactAnswer, CreateContactBody, UpdateContactBody } from "./contract.ts";
import { ContactCreated, ContactPictureWanted, ContactUpdated } from "./events.ts";
import { identitiesOfNumber, rejectTaken, type TypedIdentity } from "./identities/address.ts";
import { findIdentity, identitiesOf, insertIdentity } from "./identities/identity.ts";
import { queryNetwork, readTypedNumber } from "./number-check/check-number.ts";
import { openConnection, presentContact } from "./queries.ts";
import { contactById, visibleContact } from "./read.ts";
import { type Contact, contact } from "./schema.ts";

type Body = v.InferOutput<typeof UpdateContactBody>;

/**
 * `PUT /contacts/{id}`: every user; changes only the keys that are present. A name typed here is never
 * overwritten by the network. Throws 404 ERR_NO_CONTACT_FOUND, 400 ERR_VALIDATION, 400
 * ERR_WAPP_INVALID_CONTACT, 409 ERR_DUPLICATED_CONTACT.
 */
export async function updateContact(ctx: UserCtx, id: number, body: Body): Promise<ContactAnswer> {
  const { tenant } = ctx;
  const before = visibleContact(tenant, id);
  const number = newNumber(tenant, before, body.number);
  let phone: TypedIdentity | undefined;
  if (number) {
    rejectTaken(tenant.db, [{ kind: "pn", value: number, address: "" }], id);
    phone = identitiesOfNumber(number, await queryNetwork(tenant, number));
  }
  tenant.write((unit) => {
    const current = contactById(unit.db, id) ?? visibleContact(tenant, id);
    if (phone) changePhone(unit, id, phone);
    if (number === null) dropPhone(unit, id);
    const { name, email, blocked, disableBot, extraInfo } = body;
    const renamed = name !== undefined && name !== current.name;
    unit.db
      .update(contact)
      .set({
        ...(renamed && { name, nameSource: "manual" as const }),
        ...(number !== undefined && { number, offeredPhone: null }),
        ...(body.offeredPhone === null && { offeredPhone: null }),
        ...(email !== undefined && { email: email ?? "" }),
        ...(blocked !== undefined && { blocked }),
        ...(disableBot !== undefined && { disableBot }),
        updatedAt: unit.now,
      })
      .where(eq(contact.id, id))
      .run();
    if (extraInfo) replaceExtras(unit.db, id, extraInfo);
    unit.emit(ContactUpdated, { contactId: id });
  });
  return presentContact(tenant, id);
}

/** Undefined = unchanged, null = the phone is removed. */
function newNumber(tenant: Tenant, before: Contact, typed: string | undefined): string | null | undefined {
  if (typed === undefined) return undefined;
  if (typed === "") return before.number === null ? undefined : null;
  const number = readTypedNumber(tenant, typed);
  return number === before.number ? undefined : number;
}

function changePhone(unit: TenantUnit, contactId: number, phone: TypedIdentity): void {
  rejectTaken(unit.db, phone.identities, contactId);
  execute(unit.db, sql.deletePhone, { contactId });
  const state = { exists: phone.exists, checkedAt: phone.exists === "yes" ? unit.now : null };
  for (const identity of phone.identities)
    if (!findIdentity(unit.db, identity)) insertIdentity(unit.db, contactId, identity, state);
}

/** The phone is required when it is the contact's only identity. */
function dropPhone(unit: TenantUnit, contactId: number): void {
  if (identitiesOf(unit.db, contactId).every(({ kind }) => kind === "pn"))
    throw invalidFields({ number: "required" });
  execute(unit.db, sql.deletePhone, { contactId });
}

/**
 * Makes the stored members of a group equal to those the network reported
 * (docs/rules/inbound.md#special-kinds).
 */
export function storeGroupMembers(unit: TenantUnit, groupId: number, contactIds: readonly number[]): void {
  const ids = JSON.stringify(contactIds);
  execute(unit.db, sql.deleteFormerMembers, { groupId, ids });
  execute(unit.db, sql.insertNewMembers, { groupId, ids });
}

/**
 * Sets whether a contact has opted out of campaigns. Returns whether that is a change. Checks no permissions.
 */
export function setOptedOut(unit: TenantUnit, contactId: number, optedOut: boolean): boolean {
  const statement = optedOut ? sql.optOut : sql.cancelOptOut;
  if (execute(unit.db, statement, { now: unit.now, contactId }).changes === 0) return false;
  unit.emit(ContactUpdated, { contactId });
  return true;
}

/**
 * `POST /contacts`: every user. The number is checked on an open connection before it is saved
 * (docs/rules/contacts.md#number-check). Throws 400 ERR_VALIDATION, 400 ERR_WAPP_INVALID_CONTACT, 409
 * ERR_DUPLICATED_CONTACT.
 */
export async function createContact(
  ctx: UserCtx,
  body: v.InferOutput<typeof CreateContactBody>,
): Promise<ContactAnswer> {
  const { tenant } = ctx;
  const number = readTypedNumber(tenant, body.number);
  rejectTaken(tenant.db, [{ kind: "pn", value: number, address: "" }], null);
  const answer = await queryNetwork(tenant, number);
  const { identities, exists } = identitiesOfNumber(number, answer);
  const id = tenant.write((unit) => {
    rejectTaken(unit.db, identities, null);
    const pictureFrom = exists === "yes" ? openConnection(unit.db) : undefined;
    const created = unit.db
      .insert(contact)
      .values({
        uuid: newUuid(),
        name: body.name,
        nameSource: "manual",
        number,
        email: body.email ?? "",
        pictureCheckedAt: pictureFrom ? unit.now : null,
        createdAt: unit.now,
        updatedAt: unit.now,
      })
      .returning({ id: contact.id })
      .get();
    const checkedAt = exists === "yes" ? unit.now : null;
    for (const identity of identities) insertIdentity(unit.db, created.id, identity, { exists, checkedAt });
    replaceExtras(unit.db, created.id, body.extraInfo ?? []);
    unit.emit(ContactCreated, { contactId: created.id, byHand: true });
    if (pictureFrom) unit.emit(ContactPictureWanted, { contactId: created.id, connectionId: pictureFrom });
    return created.id;
  });
  return presentContact(tenant, id);
}

interface TypedExtra {
  readonly id?: number | undefined;
  readonly name: string;
  readonly value: string;
}

/** Replaces the extra information of a contact by this list; entries with an id keep their row. */
function replaceExtras(db: Db, contactId: number, extras: readonly TypedExtra[]): void {
  execute(db, sql.deleteOtherExtras, { contactId, ids: JSON.stringify(extras.map(({ id }) => id ?? null)) });
  for (const { id, name, value } of extras) {
    const known =
      id !== undefined && execute(db, sql.updateExtra, { name, value, id, contactId }).changes > 0;
    if (!known) execute(db, sql.insertExtra, { contactId, name, value });
  }
}
