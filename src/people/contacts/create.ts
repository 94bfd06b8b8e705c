import type * as v from "valibot";
import { newUuid } from "#platform/ids.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { ContactAnswer, CreateContactBody } from "./contract.ts";
import { ContactCreated, ContactPictureWanted } from "./events.ts";
import { replaceExtras } from "./extras.ts";
import { insertIdentity } from "./identities/identity.ts";
import { identitiesOfNumber, rejectTaken } from "./identities/typed-identity.ts";
import { queryNetwork } from "./number-check/check-number.ts";
import { readTypedNumber } from "./number-check/typed-number.ts";
import { openConnection, presentContact } from "./queries.ts";
import { contact } from "./schema.ts";

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
    unit.emit(ContactCreated, { contactId: created.id });
    if (pictureFrom) unit.emit(ContactPictureWanted, { contactId: created.id, connectionId: pictureFrom });
    return created.id;
  });
  return presentContact(tenant, id);
}
