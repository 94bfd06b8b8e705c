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

/** All companies outside the bin, by name, with their messages since a day. */
export const figuresOf = (system: Db, since: string): readonly CompanyFigures[] =>
  queryAll(system, sql.companies, { since });

/** Messages per day, for days with messages. */
export const messageDays = (system: Db, since: string): CockpitAnswer["days"] =>
  queryAll(system, sql.days, { since });

/** Invoices paid since a moment. */
export const revenueSince = (system: Db, sinceMs: number): number =>
  queryOne(system, sql.revenue, { sinceMs })?.cents ?? 0;

/** Open invoices past their due date, without those of companies in the bin. */
export const overdueOn = (system: Db, today: string): { readonly count: number; readonly cents: number } =>
  queryOne(system, sql.overdue, { today }) ?? { count: 0, cents: 0 };
