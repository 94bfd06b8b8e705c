import { builtQuery, query } from "#platform/db/query.ts";
import type { Recurrence } from "#tenants/tenant.ts";
import type { Removed } from "./bin.ts";

export const setRestored = query<{ id: number; now: number }>(
  "UPDATE company SET restored_at = :now, resumed_at = NULL WHERE id = :id",
);
export const setAllRestored = query<{ now: number }>(
  "UPDATE company SET restored_at = :now, resumed_at = NULL",
);
export const setResumed = query<{ id: number; now: number }>(
  "UPDATE company SET resumed_at = :now WHERE id = :id AND restored_at IS NOT NULL AND resumed_at IS NULL",
);
export const remove = query<{
  now: number;
  name: string;
  active: number;
  id: number;
}>(`UPDATE company SET removed_at = :now, removed_name = name, name = :name, active = :active, updated_at = :now
  WHERE id = :id AND removed_at IS NULL`);
export const inBin = query<
  Record<never, never>,
  Removed
>(`SELECT id, removed_name AS name, removed_at AS removedAt FROM company
  WHERE removed_at IS NOT NULL AND erased_at IS NULL ORDER BY removed_at, id`);
export const restore = query<{ name: string; now: number; id: number }>(
  "UPDATE company SET removed_at = NULL, removed_name = '', name = :name, updated_at = :now WHERE id = :id",
);
export const erase = query<{
  now: number;
  id: number;
}>(`UPDATE company SET erased_at = :now, removed_name = '', email = '', phone = '', address = NULL,
  due_date = NULL,
  updated_at = :now WHERE id = :id`);
export const update = query<{
  name: string;
  email: string;
  phone: string;
  planId: number;
  active: number;
  dueDate: string | null;
  billingDay: number | null;
  recurrence: Recurrence;
  address: string | null;
  now: number;
  id: number;
}>(`UPDATE company SET name = :name, email = :email, phone = :phone, plan_id = :planId, active = :active, due_date = :dueDate, billing_day = :billingDay,
  recurrence = :recurrence, address = :address, updated_at = :now WHERE id = :id`);
export const deleteRowsOfCompany = (table: string) =>
  builtQuery<{ id: number }>(`DELETE FROM ${table} WHERE company_id = :id`);
export const deactivateCompany = query<{ now: number; id: number }>(
  "UPDATE company SET active = 0, updated_at = :now WHERE id = :id",
);
