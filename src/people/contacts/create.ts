import type * as v from "valibot";
import { newUuid } from "#platform/ids.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { askNetwork } from "./check-number.ts";
import type { ContactAnswer, CreateContactBody } from "./contract.ts";
import { ContactCreated, ContactPictureWanted } from "./events.ts";
import { replaceExtras } from "./extras.ts";
import { insertIdentity } from "./identity.ts";
import { openConnection, presentContact } from "./queries.ts";
import { contact } from "./schema.ts";
import { identitiesOfNumber, refuseTaken } from "./typed-identity.ts";
import { readTypedNumber } from "./typed-number.ts";

/**
 * `POST /contacts`: everybody. The number is checked on an open connection before it is saved
 * (docs/rules/contacts.md#number-check). Throws 400 ERR_VALIDATION, 400 ERR_WAPP_INVALID_CONTACT, 409
 * ERR_DUPLICATED_CONTACT.
 */
export async function createContact(
  ctx: UserCtx,
  body: v.InferOutput<typeof CreateContactBody>,
): Promise<ContactAnswer> {
  const { tenant } = ctx;
  const number = readTypedNumber(tenant, body.number);
  refuseTaken(tenant.db, [{ kind: "pn", value: number, address: "" }], null);
  const answer = await askNetwork(tenant, number);
  const { identities, exists } = identitiesOfNumber(number, answer);
  const id = tenant.write((unit) => {
    refuseTaken(unit.db, identities, null);
    const asked = exists === "yes" ? openConnection(unit.db) : undefined;
    const made = unit.db
      .insert(contact)
      .values({
        uuid: newUuid(),
        name: body.name,
        nameSource: "manual",
        number,
        email: body.email ?? "",
        pictureCheckedAt: asked ? unit.now : null,
        createdAt: unit.now,
        updatedAt: unit.now,
      })
      .returning({ id: contact.id })
      .get();
    const checkedAt = exists === "yes" ? unit.now : null;
    for (const identity of identities) insertIdentity(unit.db, made.id, identity, { exists, checkedAt });
    replaceExtras(unit.db, made.id, body.extraInfo ?? []);
    unit.emit(ContactCreated, { contactId: made.id });
    if (asked) unit.emit(ContactPictureWanted, { contactId: made.id, connectionId: asked });
    return made.id;
  });
  return presentContact(tenant, id);
}
