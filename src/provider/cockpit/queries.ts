import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { CockpitAnswer } from "./contract.ts";
import * as sql from "./queries.sql.ts";

export interface CompanyFigures {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly active: number;
  readonly dueDate: string | null;
  readonly trialExpiration: string | null;
  readonly connectionsUp: number;
  readonly connectionsDown: number;
  readonly messages: number;
  readonly diskBytes: number;
  readonly storageBytes: number;
  readonly storageLimitBytes: number;
  readonly measuredAt: number | null;
}

/** Every company that is not in the bin, by name; messages since a day. */
export const figuresOf = (system: Db, since: string): readonly CompanyFigures[] =>
  queryAll(system, sql.companies, { since });

/** Days on which something was stored. */
export const messageDays = (system: Db, since: string): CockpitAnswer["days"] =>
  queryAll(system, sql.days, { since });

/** Invoices paid since a moment. */
export const revenueSince = (system: Db, sinceMs: number): number =>
  queryOne(system, sql.revenue, { sinceMs })?.cents ?? 0;

/** Open invoices past their due date; of companies in the bin nothing is expected. */
export const overdueOn = (system: Db, today: string): { readonly count: number; readonly cents: number } =>
  queryOne(system, sql.overdue, { today }) ?? { count: 0, cents: 0 };
