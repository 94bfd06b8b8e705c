import { query } from "#platform/db/query.ts";
import type { Ranges } from "./contract.ts";
import type { CountedRow } from "./policy.ts";

export const insert = query<
  Ranges & Record<"id" | "day" | "kind", string>
>(`INSERT INTO number_incident (id, day, kind, hours, age, contacts, silent, same_text, proxy)
  VALUES (:id, :day, :kind, :hours, :age, :contacts, :silent, :sameText, :proxy)`);
export const counted = query<
  { since: string },
  CountedRow
>(`SELECT kind, hours, age, contacts, silent, same_text AS sameText, proxy, count(*) AS n FROM number_incident
  WHERE day >= :since GROUP BY kind, hours, age, contacts, silent, same_text, proxy`);
export const deleteOld = query<{ before: string }>("DELETE FROM number_incident WHERE day < :before");
