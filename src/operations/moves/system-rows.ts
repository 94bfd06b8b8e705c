import * as v from "valibot";
import { rowIdsOfCell } from "#platform/cells.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { writingCopies } from "#platform/db/table-triggers.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { sharingRole } from "#tenants/shared/role.ts";
import * as sql from "./system-rows.sql.ts";

/** Tables of the system file with rows of companies. The composition root plugs them in. */
export const CompanyRowsPort = definePort<readonly string[]>("tables with rows of companies");

/** Tables whose rows keep their ids in the target, because other rows reference them. */
const REFERENCED = ["company", "invoice"];
/** An address of a browser belongs to the company that used it last. */
const REPLACED: ReadonlySet<string> = new Set(["push_endpoint"]);
/** Rows about shared rows that the target may lack for a moment. */
const OPTIONAL: ReadonlySet<string> = new Set(["announcement_read"]);

const Value = v.nullable(v.union([v.string(), v.number()]));
const Row = v.record(v.string(), Value);
type Row = v.InferOutput<typeof Row>;

/** The rows of a company in the system file of its cell. */
export const MovedRows = v.object({
  tables: v.record(v.string(), v.array(Row)),
  plan: Row,
  due: v.array(v.object({ job: v.string(), at: v.number() })),
});
export type MovedRows = v.InferOutput<typeof MovedRows>;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The rows of a company `:id`. */
  readonly where: string;
  /** SQL for the company of a row of a trigger. */
  readonly ownerOf: (row: "NEW" | "OLD") => string;
  /** Its ids are only unique in a cell. */
  readonly hasLocalIds: boolean;
}

/** The tables in an order in which their rows can be inserted. */
export function companyTables({ system, ports }: Pick<Installation, "system" | "ports">): readonly Table[] {
  const names = ports.use(CompanyRowsPort).filter((name) => !REFERENCED.includes(name));
  return [...REFERENCED, ...names].map((name) => {
    const columns = queryAll(system, sql.columnsOf, { table: name });
    const has = (column: string) => columns.some((one) => one.name === column);
    const key = columns.filter((one) => one.key > 0);
    const base = {
      name,
      columns: columns.map((column) => column.name),
      hasLocalIds:
        !REFERENCED.includes(name) && key.length === 1 && key[0]?.name === "id" && key[0].type === "INTEGER",
    };
    if (name === "company") return { ...base, where: "id = :id", ownerOf: (row) => `${row}.id` };
    if (has("company_id"))
      return { ...base, where: "company_id = :id", ownerOf: (row) => `${row}.company_id` };
    if (has("invoice_id")) {
      const of = (invoice: string) => `(SELECT company_id FROM invoice WHERE id = ${invoice})`;
      return {
        ...base,
        where: "invoice_id IN (SELECT id FROM invoice WHERE company_id = :id)",
        ownerOf: (row) => of(`${row}.invoice_id`),
      };
    }
    throw new Error(`the rows of ${name} do not name their company`);
  });
}

export function readRows(installation: Pick<Installation, "system" | "ports">, id: number): MovedRows {
  const { system } = installation;
  const tables: Record<string, Row[]> = {};
  for (const { name, where } of companyTables(installation))
    tables[name] = queryAll(system, sql.rowsOf(name, where), { id }).map((row) => v.parse(Row, row));
  const planId = Number(tables["company"]?.[0]?.["plan_id"]);
  const plan = v.parse(Row, queryOne(system, sql.planById, { id: planId }));
  return { tables, plan, due: [...queryAll(system, sql.wakeUps, { id })] };
}

/** Inserts the rows of a moved company. Call it in a transaction. Throws the error of a constraint. */
export function insertRows(installation: Installation, { tables, plan }: MovedRows): void {
  const { system } = installation;
  keepPlan(installation, plan);
  for (const { name, columns, hasLocalIds } of companyTables(installation))
    for (const row of tables[name] ?? []) {
      // Columns that only one of two releases knows are left alone.
      const given = columns.filter(
        (column) => Object.hasOwn(row, column) && !(hasLocalIds && column === "id"),
      );
      const values = Object.fromEntries(given.map((column) => [column, row[column] ?? null]));
      try {
        execute(system, sql.insertRow(name, given, REPLACED.has(name)), values);
      } catch (error) {
        if (!OPTIONAL.has(name)) throw error;
      }
    }
}

class Undone extends Error {}

/** Whether the rows could be inserted; changes nothing. */
export function canInsert(installation: Installation, rows: MovedRows): boolean {
  try {
    transaction(installation.system, () => {
      insertRows(installation, rows);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return true;
    installation.log.error({ err: error }, "the rows of a moved company conflict with rows of this cell");
  }
  return false;
}

/** Plans are shared rows; one that was deleted while companies had it exists only where they are. */
function keepPlan(installation: Installation, plan: Row): void {
  const { system } = installation;
  if (queryOne(system, sql.planById, { id: Number(plan["id"]) })) return;
  const name = String(plan["name"]);
  const isTaken = queryOne(system, sql.planByName, { name }) !== undefined;
  const columns = queryAll(system, sql.columnsOf, { table: "plan" })
    .map((column) => column.name)
    .filter((column) => Object.hasOwn(plan, column));
  const values = { ...plan, public: 0, name: isTaken ? `${name} ${plan["id"]}` : name };
  const insert = () =>
    void execute(
      system,
      sql.insertRow("plan", columns),
      Object.fromEntries(columns.map((column) => [column, (values as Row)[column] ?? null])),
    );
  if (sharingRole(installation) === "copy") writingCopies(system.$client, insert);
  else insert();
}

/** Removes the rows of a company that another cell has now. Call it in a transaction. */
export function deleteRows(installation: Pick<Installation, "system" | "ports">, id: number): void {
  for (const { name, where } of companyTables(installation).toReversed())
    execute(installation.system, sql.deleteRows(name, where), { id });
}

/** The last invoice that this cell made for a company. */
export const lastInvoiceOf = (system: Db, id: number, cell: number): number | null =>
  queryOne(system, sql.lastInvoice, { id, ...rowIdsOfCell(cell) })?.id ?? null;
