import { backupState } from "#operations/backups/index.ts";
import { certificateState } from "#operations/certificates/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerCopyId } from "#tenants/provider.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import {
  CHART_DAYS,
  COMPANY_STATES,
  type CockpitAnswer,
  type CockpitCompany,
  type CompanyState,
} from "./contract.ts";
import { connectionsOf, firstDay } from "./measure.ts";
import { stateOf } from "./policy.ts";
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
  readonly comparedMessages: number;
  readonly foundGaps: number;
  readonly filledGaps: number;
}

/** All companies of this cell outside the bin, by name, with their messages since a day. */
const figuresOf = ({ system, cells }: Installation, since: string): readonly CompanyFigures[] =>
  queryAll(system, sql.companies, { since, copy: providerCopyId({ cells }) });

/** Messages per day, for days with messages. */
const messageDays = (system: Db, since: string): CockpitAnswer["days"] =>
  queryAll(system, sql.days, { since });

/** Invoices paid since a moment. */
const revenueSince = (system: Db, sinceMs: number): number =>
  queryOne(system, sql.revenue, { sinceMs })?.cents ?? 0;

/** Open invoices past their due date, without those of companies in the bin. */
const overdueOn = (system: Db, today: string): { readonly count: number; readonly cents: number } =>
  queryOne(system, sql.overdue, { today }) ?? { count: 0, cents: 0 };

/** Totals of this cell, from the system file and the live sockets; opens no company. */
export function readCockpit(installation: Installation): CockpitAnswer {
  const { system, clock, config } = installation;
  const now = clock.now();
  const today = dayAt(now, config.timeZone);
  const companies = readCompanies(installation);
  const sum = (of: (company: CockpitCompany) => number) =>
    companies.reduce((total, company) => total + of(company), 0);
  const overdue = overdueOn(system, today);
  return {
    states: countStates(companies),
    connectionsUp: sum(({ connectionsUp }) => connectionsUp),
    connectionsDown: sum(({ connectionsDown }) => connectionsDown),
    usersOnline: sum(({ usersOnline }) => usersOnline),
    diskBytes: sum(({ diskBytes }) => diskBytes),
    days: allDays(messageDays(system, firstDay(now, config.timeZone)), today),
    revenue: revenueSince(system, startOfDay(`${today.slice(0, 8)}01`, config.timeZone) ?? now) / 100,
    overdue: { count: overdue.count, value: overdue.cents / 100 },
    companies,
    backups: backupState(installation),
    certificate: certificateState(installation, now),
    quarantined: quarantinedOf(installation, companies),
    measuredAt: companies.reduce<string | null>(
      (latest, { measuredAt }) => (measuredAt !== null && measuredAt > (latest ?? "") ? measuredAt : latest),
      null,
    ),
    missingCells: [],
  };
}

/** Companies by name with their figures; connections of open companies are counted now, those of others as last measured. */
export function readCompanies(installation: Installation): CockpitCompany[] {
  const { clock, config, ports, tenants } = installation;
  const hub = ports.use(RealtimePort);
  const live = new Map([...tenants.openTenants()].map(({ id, db }) => [id, connectionsOf(db)]));
  const now = clock.now();
  const today = dayAt(now, config.timeZone);
  return figuresOf(installation, firstDay(now, config.timeZone)).map(
    ({ active, trialExpiration, measuredAt, ...figures }) => ({
      ...figures,
      connectionsUp: live.get(figures.id)?.up ?? figures.connectionsUp,
      connectionsDown: live.get(figures.id)?.down ?? figures.connectionsDown,
      state: stateOf({ active: active === 1, dueDate: figures.dueDate, trialExpiration }, today),
      usersOnline: hub.online(figures.id).size,
      measuredAt: measuredAt === null ? null : new Date(measuredAt).toISOString(),
    }),
  );
}

function countStates(companies: readonly CockpitCompany[]): Record<CompanyState, number> {
  const none = Object.fromEntries(COMPANY_STATES.map((state) => [state, 0])) as Record<CompanyState, number>;
  for (const { state } of companies) none[state] += 1;
  return none;
}

/** Includes days without messages. */
function allDays(known: CockpitAnswer["days"], today: string): CockpitAnswer["days"] {
  const byDay = new Map(known.map((entry) => [entry.day, entry]));
  return Array.from({ length: CHART_DAYS }, (_, at) => {
    const day = addDays(today, at + 1 - CHART_DAYS);
    return byDay.get(day) ?? { day, received: 0, sent: 0 };
  });
}

function quarantinedOf(
  { tenants }: Installation,
  companies: readonly CockpitCompany[],
): CockpitAnswer["quarantined"] {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return [...tenants.quarantined()].flatMap(([id, reason]) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, reason }];
  });
}
