import { eq } from "drizzle-orm";
import type * as v from "valibot";
import { run } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { askNetwork } from "./check-number.ts";
import type { ContactAnswer, UpdateContactBody } from "./contract.ts";
import { ContactUpdated } from "./events.ts";
import { replaceExtras } from "./extras.ts";
import { findIdentity, identitiesOf, insertIdentity } from "./identity.ts";
import { presentContact } from "./queries.ts";
import { contactById, visibleContact } from "./read.ts";
import { type Contact, contact } from "./schema.ts";
import { identitiesOfNumber, refuseTaken, type TypedIdentity } from "./typed-identity.ts";
import { readTypedNumber } from "./typed-number.ts";

type Body = v.InferOutput<typeof UpdateContactBody>;

const DROP_PHONE = "DELETE FROM contact_identity WHERE contact_id = ? AND kind = 'pn'";

/**
 * `PUT /contacts/{id}`: everybody; only the keys present change. A name typed here is never overwritten by the
 * network. Throws 404 ERR_NO_CONTACT_FOUND, 400 ERR_VALIDATION, 400 ERR_WAPP_INVALID_CONTACT,
 * 409 ERR_DUPLICATED_CONTACT.
 */
export async function updateContact(ctx: UserCtx, id: number, body: Body): Promise<ContactAnswer> {
  const { tenant } = ctx;
  const before = visibleContact(tenant, id);
  const number = newNumber(tenant, before, body.number);
  let phone: TypedIdentity | undefined;
  if (number) {
    refuseTaken(tenant.db, [{ kind: "pn", value: number, address: "" }], id);
    phone = identitiesOfNumber(number, await askNetwork(tenant, number));
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
        ...(number !== undefined && { number }),
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

/** Undefined = as it is, null = without phone from now on. */
function newNumber(tenant: Tenant, before: Contact, typed: string | undefined): string | null | undefined {
  if (typed === undefined) return undefined;
  if (typed === "") return before.number === null ? undefined : null;
  const number = readTypedNumber(tenant, typed);
  return number === before.number ? undefined : number;
}

function changePhone(unit: TenantUnit, contactId: number, phone: TypedIdentity): void {
  refuseTaken(unit.db, phone.identities, contactId);
  run(unit.db, DROP_PHONE, contactId);
  const state = { exists: phone.exists, checkedAt: phone.exists === "yes" ? unit.now : null };
  for (const identity of phone.identities)
    if (!findIdentity(unit.db, identity)) insertIdentity(unit.db, contactId, identity, state);
}

/** A contact that nothing else can reach keeps its phone. */
function dropPhone(unit: TenantUnit, contactId: number): void {
  if (identitiesOf(unit.db, contactId).every(({ kind }) => kind === "pn"))
    throw invalidFields({ number: "required" });
  run(unit.db, DROP_PHONE, contactId);
}
