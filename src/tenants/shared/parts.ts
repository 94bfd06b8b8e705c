import { queryAll } from "#platform/db/query.ts";
import type { WatchedTable } from "#platform/db/table-triggers.ts";
import type { Installation } from "#tenants/installation.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import type { ProviderRows, SharedTable } from "#tenants/system-tables.ts";
import { readTable } from "./copy-table.ts";
import * as sql from "./shared.sql.ts";
import { type TableValue, tableValue } from "./value.ts";

/** What the features share, in their order. */
export interface Shared {
  readonly tables: readonly SharedTable[];
  readonly providerRows: readonly ProviderRows[];
}

/** A part with rows: where they are read in the home cell. */
export interface RowsPart {
  readonly name: string;
  readonly isOfProvider: boolean;
  read(): TableValue;
}

/** The row of the provider's company. */
export const COMPANY_PART = "provider/company";
export const nameOfProviderRows = ({ table }: ProviderRows): string => `provider/${table}`;
const FILES = "files/";
export const nameOfFile = (folder: string, file: string): string => `${FILES}${folder}/${file}`;
/** The path of a file below the data directory; null for a part with rows. */
export const pathOfFile = (name: string): string | null =>
  name.startsWith(FILES) ? name.slice(FILES.length) : null;

/** All parts with rows. Before the set-up there is no provider's company, and its parts have no rows. */
export function rowsPartsOf(
  installation: Installation,
  { tables, providerRows }: Shared,
): readonly RowsPart[] {
  const { system, tenants } = installation;
  const ofProvider = (name: string, read: () => TableValue): RowsPart => ({
    name,
    isOfProvider: true,
    read: () => (tenants.exists(PROVIDER_ID) ? read() : tableValue([])),
  });
  return [
    ...tables.map(({ table }) => ({
      name: table,
      isOfProvider: false,
      read: () => readTable(system, table),
    })),
    {
      name: COMPANY_PART,
      isOfProvider: false,
      read: () => tableValue(queryAll(system, sql.companyRow, { id: PROVIDER_ID })),
    },
    ...providerRows.map((rows) =>
      ofProvider(nameOfProviderRows(rows), () => tableValue(rows.read(tenants.open(PROVIDER_ID)))),
    ),
  ];
}

/** The tables of the system file to watch: the shared ones, and the row of the provider's company. */
export const watchedTables = ({ tables }: Shared): readonly WatchedTable[] => [
  ...tables.map(({ table }) => ({ table })),
  { table: "company", only: (row) => `${row}.id = ${PROVIDER_ID}` },
];

/** The part of a watched table. */
export const partOfTable = (table: string): string => (table === "company" ? COMPANY_PART : table);
