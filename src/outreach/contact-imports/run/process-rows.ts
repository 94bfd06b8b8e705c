import { eq } from "drizzle-orm";
import * as sql from "#outreach/contact-imports/contact-imports.sql.ts";
import type { PreviewRow, RowOutcome } from "#outreach/contact-imports/contract.ts";
import { ImportChanged, ImportFinished } from "#outreach/contact-imports/events.ts";
import { type ListImport, ListImportPort } from "#outreach/contact-imports/list-import-port.ts";
import { importById } from "#outreach/contact-imports/queries.ts";
import { type ContactImport, contactImport, contactImportProblem } from "#outreach/contact-imports/schema.ts";
import { ContactsReloaded } from "#people/contacts/events.ts";
import { type ImportedPerson, importPerson, matchKey, outcomeOfImport } from "#people/contacts/index.ts";
import { activeFields } from "#people/fields/index.ts";
import { execute } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { personOfRow } from "./columns.ts";
import { readRows, removeRowsFile, rowsFile, type SheetRow } from "./rows-file.ts";

/** Rows per transaction; a restart continues after the last transaction (docs/rules/imports.md#contacts). */
export const STEP = 100;
/** Rows shown in the preview. */
const PREVIEWED = 20;

type Counters = Pick<ContactImport, "done" | "created" | "updated" | "duplicates" | "invalid">;

/** Processes the next rows of an import in one transaction. Returns whether more are left. */
export function processRows(tenant: Tenant, importId: number): boolean {
  const known = importById(tenant.db, importId);
  if (known?.state !== "running") return false;
  const before = fromStart(tenant, known);
  const { rows, next, end } = readRows(rowsFile(tenant, importId), before.nextOffset, STEP);
  tenant.write((unit) => {
    const { counters, preview } = importRows(unit, before, rows);
    unit.db
      .update(contactImport)
      .set({
        ...counters,
        nextOffset: next,
        ...(before.nextOffset === 0 && { preview }),
        ...(end && { state: "done", busy: null, finishedAt: unit.now }),
      })
      .where(eq(contactImport.id, importId))
      .run();
    unit.emit(ImportChanged, { importId });
    if (!before.dryRun) emitProgress(unit, before, end);
    if (!end) return;
    if (!before.dryRun) unit.emit(ImportFinished, { importId, userId: before.userId });
    unit.afterCommit(() => deleteImportFiles(tenant, importId));
  });
  return !end;
}

/** Emits the progress of an import; at its end the pages reload the contacts. A contact list emits its own events. */
export function emitProgress(
  unit: TenantUnit,
  { contactListId }: Pick<ContactImport, "contactListId">,
  isEnd: boolean,
): void {
  if (contactListId !== null) listsOf(unit).moved(unit, contactListId, isEnd);
  else if (isEnd) unit.emit(ContactsReloaded, {});
}

const listsOf = ({ tenant }: TenantUnit): ListImport => tenant.installation.ports.use(ListImportPort);

/** Deletes the file of rows and the state of a dry run. */
export function deleteImportFiles(tenant: Tenant, importId: number): void {
  tenant.drop(memoryKey(importId));
  removeRowsFile(tenant, importId).catch((error: unknown) =>
    tenant.log.warn({ err: error, import: importId }, "file of imported rows not deleted"),
  );
}

/** Restarts a dry run that lost its state in a restart of the server; it has written nothing. */
function fromStart(tenant: Tenant, row: ContactImport): ContactImport {
  if (!row.dryRun) return row;
  const dryRun = dryRunOf(tenant, row.id);
  const isNew = !dryRun.hasBegun;
  dryRun.hasBegun = true;
  if (!isNew || row.nextOffset === 0) return row;
  tenant.db.delete(contactImportProblem).where(eq(contactImportProblem.importId, row.id)).run();
  return { ...row, nextOffset: 0, done: 0, created: 0, updated: 0, duplicates: 0, invalid: 0 };
}

/** In-memory state of a dry run: the new numbers so far, so that a repeated one is a duplicate. */
interface DryRunState {
  hasBegun: boolean;
  readonly seen: Set<string>;
}
const memoryKey = (importId: number): string => `contact-import-${importId}`;
const dryRunOf = (tenant: Tenant, importId: number): DryRunState =>
  tenant.cached(memoryKey(importId), () => ({ hasBegun: false, seen: new Set<string>() }));

function importRows(unit: TenantUnit, before: ContactImport, rows: readonly SheetRow[]) {
  const counters: Counters = {
    done: before.done + rows.length,
    created: before.created,
    updated: before.updated,
    duplicates: before.duplicates,
    invalid: before.invalid,
  };
  const preview: PreviewRow[] = [];
  // Lists have no custom fields.
  const fields = before.contactListId === null ? activeFields(unit.tenant, "contact") : [];
  for (const { row, cells } of rows) {
    const read = personOfRow(cells, { ...before, fields });
    const outcome: RowOutcome = "reason" in read ? "invalid" : importRow(unit, before, read.person);
    const reason = "reason" in read ? read.reason : read.isFieldInvalid ? "field_invalid" : null;
    if (reason)
      execute(unit.db, sql.insertProblem, {
        ...{ importId: before.id, row, reason },
        cells: JSON.stringify(cells),
      });
    const counter = outcome === "duplicate" ? "duplicates" : outcome;
    counters[counter] += 1;
    if (preview.length < PREVIEWED) {
      const { name, number, email } = read.person;
      preview.push({ row, name, number, email, outcome, reason });
    }
  }
  return { counters, preview };
}

function importRow(unit: TenantUnit, row: ContactImport, person: ImportedPerson): RowOutcome {
  const { id, dryRun, contactListId } = row;
  if (!dryRun)
    return contactListId === null
      ? importPerson(unit, person)
      : listsOf(unit).take(unit, contactListId, person);
  const { seen } = dryRunOf(unit.tenant, id);
  const outcome =
    contactListId === null
      ? outcomeOfImport(unit.db, person)
      : listsOf(unit).wouldTake(unit.db, contactListId, person);
  if (outcome !== "created") return outcome;
  const key = matchKey(person.number);
  const isKnown = seen.has(key);
  seen.add(key);
  return isKnown ? "duplicate" : "created";
}
