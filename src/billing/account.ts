import { type Db, run } from "#platform/db/database.ts";
import type { Payer } from "./contract.ts";
import type { DueDate } from "./due-date.ts";

const SAVE_PAYER = `INSERT INTO billing_account (company_id, payer) VALUES (?, ?)
  ON CONFLICT (company_id) DO UPDATE SET payer = excluded.payer`;
const REMEMBER = `INSERT INTO billing_account (company_id, due_date, due_day) VALUES (?, ?, ?)
  ON CONFLICT (company_id) DO UPDATE SET due_date = excluded.due_date, due_day = excluded.due_day`;

export const savePayer = (system: Db, companyId: number, payer: Payer): void =>
  void run(system, SAVE_PAYER, companyId, JSON.stringify(payer));

/** Gives the company its new due date; `refresh` the tenant behind the transaction. */
export function writeDueDate(system: Db, companyId: number, due: DueDate, nowMs: number): void {
  run(system, "UPDATE company SET due_date = ?, updated_at = ? WHERE id = ?", due.date, nowMs, companyId);
  run(system, REMEMBER, companyId, due.date, due.day);
}
