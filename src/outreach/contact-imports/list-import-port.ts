import type { ImportedPerson } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** `duplicate`: the list has the number already. */
type ListOutcome = "created" | "duplicate";

/** Receives the rows of an import into a contact list. */
export interface ListImport {
  take(unit: TenantUnit, contactListId: number, person: ImportedPerson): ListOutcome;
  /** The outcome that `take` would have; writes nothing. */
  wouldTake(db: Db, contactListId: number, person: ImportedPerson): ListOutcome;
  /** Rows were added, or (`isEnd`) the import has ended. */
  moved(unit: TenantUnit, contactListId: number, isEnd: boolean): void;
}

/** Implemented by the contact lists. */
export const ListImportPort = definePort<ListImport>("list-import");
