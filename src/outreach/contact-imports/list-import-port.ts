import type { ImportedPerson } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** `duplicate`: the list has the number already. */
type ListOutcome = "created" | "duplicate";

/** Where the people of a file go when they are meant for a list and not for the contacts. */
export interface ListImport {
  take(unit: TenantUnit, contactListId: number, person: ImportedPerson): ListOutcome;
  /** What `take` would do; nothing is written. */
  wouldTake(db: Db, contactListId: number, person: ImportedPerson): ListOutcome;
  /** Some were taken, or (`isEnd`) all of them. */
  moved(unit: TenantUnit, contactListId: number, isEnd: boolean): void;
}

/** Plugged in by the contact lists. */
export const ListImportPort = definePort<ListImport>("list-import");
