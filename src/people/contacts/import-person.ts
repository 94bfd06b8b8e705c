import { all, type Db, run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { findIdentity, insertIdentity } from "./identity.ts";
import { contactById } from "./read.ts";

/** A person as a file or a phone book names them; `number` are digits, `name` and `email` may be "". */
export interface ImportedPerson {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly extras: readonly { readonly name: string; readonly value: string }[];
}
/** `duplicate`: the contact is there, and the row adds nothing to it. */
export type ImportOutcome = "created" | "updated" | "duplicate";

const INSERT = `INSERT INTO contact (uuid, name, name_source, number, email, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const FILL = `UPDATE contact SET name = ?, name_source = ?, email = ?, updated_at = ? WHERE id = ?`;
const EXTRA_NAMES = "SELECT lower(name) AS name FROM contact_extra WHERE contact_id = ?";
const ADD_EXTRA = "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, ?, ?)";

/** What is new to the contact that has the number; null = nobody has it. */
interface Gain {
  readonly contactId: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly extras: ImportedPerson["extras"];
}

/** What an import would do with a person (docs/rules/imports.md#contacts); nothing is written. */
export function outcomeOfImport(db: Db, person: ImportedPerson): ImportOutcome {
  const gain = gainOf(db, person);
  if (!gain) return "created";
  return isNothing(gain) ? "duplicate" : "updated";
}

/**
 * Takes a person into the contacts: new ones are made, of known ones (by `matchKey`) only empty fields are filled.
 * Nobody is told: an import ends with `contacts.reloaded`. The number is not checked: that happens at the first send.
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
    run(
      unit.db,
      FILL,
      gain.name ?? before.name,
      gain.name === null ? before.nameSource : "manual",
      gain.email ?? before.email,
      unit.now,
      before.id,
    );
  addExtras(unit.db, gain.contactId, gain.extras);
  return "updated";
}

const isNothing = ({ name, email, extras }: Gain): boolean =>
  name === null && email === null && extras.length === 0;

function gainOf(db: Db, person: ImportedPerson): Gain | null {
  const known = findIdentity(db, { kind: "pn", value: person.number, address: "" });
  const contact = known && contactById(db, known.contactId);
  if (!contact) return null;
  const names =
    person.extras.length === 0
      ? new Set<string>()
      : new Set(all<{ name: string }>(db, EXTRA_NAMES, contact.id).map(({ name }) => name));
  return {
    contactId: contact.id,
    // A number that stands in for a name is an empty one.
    name: contact.nameSource === "phone" && person.name !== "" ? person.name : null,
    email: contact.email === "" && person.email !== "" ? person.email : null,
    extras: person.extras.filter(({ name }) => !names.has(name.toLowerCase())),
  };
}

function create(unit: TenantUnit, { number, name, email, extras }: ImportedPerson): void {
  const source = name === "" ? "phone" : "manual";
  const { id } = run(unit.db, INSERT, newUuid(), name || number, source, number, email, unit.now, unit.now);
  const identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` } as const;
  insertIdentity(unit.db, id, identity, { exists: "unknown", checkedAt: null });
  addExtras(unit.db, id, extras);
}

function addExtras(db: Db, contactId: number, extras: ImportedPerson["extras"]): void {
  for (const { name, value } of extras) run(db, ADD_EXTRA, contactId, name, value);
}
