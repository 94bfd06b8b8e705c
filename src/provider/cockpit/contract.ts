import * as v from "valibot";
import { BackupState } from "#operations/backups/contract.ts";
import { CertificateState } from "#operations/certificates/contract.ts";
import { Instant, PureDate } from "#platform/http/contract.ts";

/** State of a company; the last matching one applies, so each company has one. */
export const COMPANY_STATES = ["active", "expiring", "trial", "expired", "off"] as const;
export const CompanyState = v.picklist(COMPANY_STATES);
export type CompanyState = v.InferOutput<typeof CompanyState>;

/** Days before the due date from which a company counts as expiring (docs/rules/forms.md#pages). */
export const EXPIRING_DAYS = 5;
/** Days of the chart, today included. */
export const CHART_DAYS = 30;

export const CockpitCompany = v.object({
  id: v.number(),
  name: v.string(),
  plan: v.string(),
  state: CompanyState,
  dueDate: v.nullable(PureDate),
  connectionsUp: v.number(),
  connectionsDown: v.number(),
  usersOnline: v.number(),
  /** Messages of the last 30 days, sent and received. */
  messages: v.number(),
  diskBytes: v.number(),
  /** Bytes of files that count against the plan, and the plan's limit; 0 = no limit. */
  storageBytes: v.number(),
  storageLimitBytes: v.number(),
  /** Numbers of messages in 30 days: compared with phones, missing here, and filled. */
  comparedMessages: v.number(),
  foundGaps: v.number(),
  filledGaps: v.number(),
  /** Time of the measurement; null = not measured yet. */
  measuredAt: v.nullable(Instant),
});
export type CockpitCompany = v.InferOutput<typeof CockpitCompany>;

export const CockpitAnswer = v.object({
  states: v.record(CompanyState, v.number()),
  connectionsUp: v.number(),
  connectionsDown: v.number(),
  usersOnline: v.number(),
  diskBytes: v.number(),
  days: v.array(v.object({ day: PureDate, received: v.number(), sent: v.number() })),
  /** Invoices paid since the first of the month, in reais. */
  revenue: v.number(),
  overdue: v.object({ count: v.number(), value: v.number() }),
  companies: v.array(CockpitCompany),
  backups: BackupState,
  /** State of the TLS certificate; null = a proxy terminates TLS. */
  certificate: v.nullable(CertificateState),
  /** Companies whose file cannot be opened, with the reason. */
  quarantined: v.array(v.object({ id: v.number(), name: v.string(), reason: v.string() })),
  /** The last time a company was measured; null before the first. */
  measuredAt: v.nullable(Instant),
  /** Cells that did not answer: their companies are not in the figures. Empty with one cell. */
  missingCells: v.array(v.number()),
});
export type CockpitAnswer = v.InferOutput<typeof CockpitAnswer>;
