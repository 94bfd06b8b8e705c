import { fieldsWithValue, replaceValue, type StoredValue } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { noteStoredRow } from "#platform/db/late-index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import { findIdentity, insertIdentity } from "./identities/identity.ts";
import { contactById } from "./read.ts";

/** A person from a file or a phone book; `number` is digits, `name` and `email` may be "". */
export interface ImportedPerson {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly extras: readonly { readonly name: string; readonly value: string }[];
  /** Values of custom fields that fit their kind; absent = none. */
  readonly fields?: readonly ImportedValue[];
}
/** A value of a custom field by the field's id. */
export interface ImportedValue {
  readonly fieldId: number;
  readonly rows: readonly StoredValue[];
}
/** `duplicate`: the contact exists and the row adds nothing to it. */
export type ImportOutcome = "created" | "updated" | "duplicate";

/** What a row adds to the contact with this number; `contact` null = no contact has the number. */
interface Gain {
  readonly contactId: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly extras: ImportedPerson["extras"];
  readonly fields: readonly ImportedValue[];
}

/** What an import would do with a person (docs/rules/imports.md#contacts); writes nothing. */
export function outcomeOfImport(db: Db, person: ImportedPerson): ImportOutcome {
  const gain = gainOf(db, person);
  if (!gain) return "created";
  return isNothing(gain) ? "duplicate" : "updated";
}

/**
 * Imports one person: unknown numbers become contacts, existing ones (by `matchKey`) only get their empty
 * fields filled. Nothing is broadcast: an import ends with `contacts.reloaded`. The number is checked at the
 * first send.
 */
export function importPerson(unit: TenantUnit, person: ImportedPerson): ImportOutcome {
  const gain = gainOf(unit.db, person);
  if (!gain) {
    create(unit, person);
    return "created";
  }
  if (isNothing(gain)) return "duplicate";
  const before = contactById(unit.db, gain.contactId);
  if (before)
    execute(unit.db, sql.fillContact, {
      name: gain.name ?? before.name,
      nameSource: gain.name === null ? before.nameSource : "manual",
      email: gain.email ?? before.email,
      now: unit.now,
      id: before.id,
    });
  addExtras(unit.db, gain.contactId, gain.extras);
  addFields(unit.db, gain.contactId, gain.fields);
  return "updated";
}

const isNothing = ({ name, email, extras, fields }: Gain): boolean =>
  name === null && email === null && extras.length === 0 && fields.length === 0;

function gainOf(db: Db, person: ImportedPerson): Gain | null {
  const known = findIdentity(db, { kind: "pn", value: person.number, address: "" });
  const contact = known && contactById(db, known.contactId);
  if (!contact) return null;
  const names =
    person.extras.length === 0
      ? new Set<string>()
      : new Set(queryAll(db, sql.extraNamesOf, { contactId: contact.id }).map(({ name }) => name));
  return {
    contactId: contact.id,
    // A number in place of a name counts as an empty name.
    name: contact.nameSource === "phone" && person.name !== "" ? person.name : null,
    email: contact.email === "" && person.email !== "" ? person.email : null,
    extras: person.extras.filter(({ name }) => !names.has(name.toLowerCase())),
    fields: newValues(db, contact.id, person.fields ?? []),
  };
}

/** Existing values stay. */
function newValues(db: Db, contactId: number, values: readonly ImportedValue[]): readonly ImportedValue[] {
  if (values.length === 0) return values;
  const known = new Set(fieldsWithValue(db, "contact", contactId));
  return values.filter(({ fieldId }) => !known.has(fieldId));
}

function addFields(db: Db, contactId: number, values: readonly ImportedValue[]): void {
  for (const { fieldId, rows } of values) replaceValue(db, "contact", contactId, fieldId, rows);
}

function create(unit: TenantUnit, { number, name, email, extras, fields = [] }: ImportedPerson): void {
  const source = name === "" ? "phone" : "manual";
  const { id } = execute(unit.db, sql.insertImported, {
    uuid: newUuid(),
    name: name || number,
    source,
    number,
    email,
    now: unit.now,
  });
  const identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` } as const;
  insertIdentity(unit.db, id, identity, { exists: "unknown", checkedAt: null });
  addExtras(unit.db, id, extras);
  addFields(unit.db, id, fields);
}

function addExtras(db: Db, contactId: number, extras: ImportedPerson["extras"]): void {
  noteStoredRow(db, "contact");
  for (const { name, value } of extras) execute(db, sql.insertExtra, { contactId, name, value });
}
