import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Kind } from "#accounts/audit/contract.ts";
import { AuditListsPort } from "#accounts/audit/index.ts";
import en from "#accounts/audit/locales/en.json";
import es from "#accounts/audit/locales/es.json";
import pt from "#accounts/audit/locales/pt.json";
import { reportedColumns } from "#accounts/audit/snapshot.ts";
import { subjects } from "#accounts/audit/subjects.ts";
import { settingKeys } from "#accounts/settings/catalogue.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { GROUPS, INSTALLATION_FIELDS } from "#web/accounts/settings/fields.ts";

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company();
});
afterAll(() => app.stop());

/**
 * Every field that an audit entry of a subject may name: the columns that are not excluded, and the fields of rows
 * that belong to it.
 */
function fieldsOf(kind: Kind): readonly string[] {
  const thing = subjects[kind];
  const db = thing.isProvider ? app.installation.system : tenant.db;
  const columns = thing.table
    ? all<{ name: string }>(db, `SELECT name FROM pragma_table_info('${thing.table}')`).map(
        ({ name }) => name,
      )
    : [];
  return [
    ...columns.filter(reportedColumns(thing)),
    ...Object.keys(app.installation.ports.find(AuditListsPort)?.get(kind) ?? thing.lists ?? {}),
  ];
}
// Settings are named by their keys.
const kinds = (Object.keys(subjects) as Kind[]).filter((kind) => kind !== "setting");

test("every field that the audit trail can show has a name in each language", () => {
  for (const texts of [pt, en, es]) {
    const named: Readonly<Record<string, string>> = texts.field;
    const nameless = kinds.flatMap((kind) =>
      fieldsOf(kind).flatMap((field) => (named[field] ? [] : [`${kind}.${field}`])),
    );
    expect(nameless).toEqual([]);
  }
});

test("no locale has a name for a field that the audit trail cannot show", () => {
  const told = new Set<string>([...kinds.flatMap(fieldsOf), ...settingKeys]);
  expect(Object.keys(pt.field).filter((field) => !told.has(field))).toEqual([]);
});

test("every setting has a name on its page or in the audit trail", () => {
  const labelled = new Set<string>(
    [...GROUPS.flatMap(({ fields }) => fields), ...INSTALLATION_FIELDS].map(({ key }) => key),
  );
  expect(settingKeys.filter((key) => !labelled.has(key) && !(key in pt.field))).toEqual([]);
});

test("every column that the audit trail shows, hides or lists exists in its table", () => {
  for (const kind of kinds) {
    const { table, silent, shown = [], name } = subjects[kind];
    if (table === undefined) continue;
    const db = subjects[kind].isProvider ? app.installation.system : tenant.db;
    const columns = all<{ name: string }>(db, `SELECT name FROM pragma_table_info('${table}')`).map(
      (row) => row.name,
    );
    const named = [...shown, ...(Array.isArray(silent) ? silent : []), ...(name ? [name] : [])];
    expect([kind, named.filter((column) => !columns.includes(column))]).toEqual([kind, []]);
  }
});
