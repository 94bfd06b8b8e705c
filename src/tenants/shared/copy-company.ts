import { execute, queryOne } from "#platform/db/query.ts";
import { companyExists } from "#tenants/company.sql.ts";
import type { Installation } from "#tenants/installation.ts";
import { PROVIDER_ID } from "#tenants/provider.ts";
import { reservedByHome } from "#tenants/reserve.ts";
import { columnsIn } from "./copy-table.ts";
import * as sql from "./shared.sql.ts";
import { rowsOf, type TableValue } from "./value.ts";

/**
 * Creates or changes the copy of the provider's company. Call it inside a transaction of the system file, after the plans were
 * copied.
 */
export function copyCompany({ system, tenants }: Installation, value: TableValue | undefined): void {
  const [row] = value ? rowsOf(value) : [];
  if (!row) return;
  if (!queryOne(system, companyExists, { id: PROVIDER_ID }))
    tenants.create(
      {
        id: PROVIDER_ID,
        name: String(row["name"]),
        planId: Number(row["plan_id"]),
        email: "",
        phone: "",
        dueDate: null,
        recurrence: "monthly",
        active: true,
      },
      reservedByHome(),
    );
  const columns = columnsIn(system, "company").filter((column) => column in row);
  const others = columns.filter((column) => column !== "id");
  execute(system, sql.updateRow("company", others, ["id"]), row);
}
