import type { ReportedPricing } from "#channels/connections/index.ts";
import { dayOfAccount, ensureAccount } from "#inbox/costs/account/account.ts";
import { marketOf } from "#inbox/costs/prices/cards.ts";
import { assumedPricing } from "#inbox/costs/prices/rules.ts";
import type { MessageCost } from "#inbox/costs/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ledger.sql.ts";
import { priceRow, repriceMonth } from "./price.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Ack status of a delivered message (docs/rules/messages.md#fields). */
const DELIVERED = 2;

/** A status of one of our messages on an official number. */
export interface StatusReport {
  readonly messageId: number;
  readonly connectionId: number;
  readonly ack: number;
  /** Time of the network, ms. */
  readonly at: number;
  readonly pricing: ReportedPricing | null;
}

function costOfMessage(unit: Pick<TenantUnit, "db">, messageId: number): MessageCost | undefined {
  const row = queryOne(unit.db, sql.byMessage, { messageId });
  return row === undefined ? undefined : sql.read(row);
}

/**
 * Enters a status into the ledger, within the transaction of the status (docs/rules/costs.md#ledger): one row per message,
 * also when statuses are repeated or arrive out of order.
 */
export function recordStatus(unit: TenantUnit, report: StatusReport): void {
  const before = costOfMessage(unit, report.messageId);
  if (report.ack < 0) {
    if (before && !before.delivered) voidFailed(unit, before);
    return;
  }
  if (!before) {
    if (report.pricing || report.ack >= DELIVERED) addRow(unit, report);
    return;
  }
  // Ignored: "sent" is repeated, or arrives after "failed".
  if (before.state === "void" && report.ack < DELIVERED && hasFailed(unit, before.messageId)) return;
  const row = before.state === "void" ? { ...before, delivered: false } : before;
  const after = withReport(unit, row, report);
  const isChanged = hasOtherFacts(row, after) || row !== before;
  if (isChanged) execute(unit.db, sql.setFacts, { ...after, billable: after.billable ? 1 : 0 });
  if (report.ack >= DELIVERED && !row.delivered) priceRow(unit, after);
  else if (isChanged && row.delivered) {
    repriceMonth(unit, after);
    if (after.day.slice(0, 7) !== row.day.slice(0, 7)) repriceMonth(unit, row);
  }
}

const hasFailed = (unit: TenantUnit, messageId: number): boolean =>
  queryOne(unit.db, sql.subject, { messageId })?.sendState === "failed";

/** A message that failed costs nothing. A failure that follows a delivery is ignored, as for the message itself. */
function voidFailed(unit: TenantUnit, { messageId }: MessageCost): void {
  if (hasFailed(unit, messageId)) execute(unit.db, sql.voidRow, { messageId });
}

const hasOtherFacts = (a: MessageCost, b: MessageCost): boolean =>
  a.category !== b.category ||
  a.type !== b.type ||
  a.billable !== b.billable ||
  a.day !== b.day ||
  a.at !== b.at ||
  a.state !== b.state;

/** The row with the data of a further status. The pricing of the delivery report takes precedence, then that of the first report. */
function withReport(unit: TenantUnit, row: MessageCost, { ack, at, pricing }: StatusReport): MessageCost {
  const knowsBetter = pricing !== null && (row.type === null || ack === DELIVERED);
  const words = knowsBetter ? pricing : row;
  // A read receipt may arrive before the delivery it implies.
  const isDelivery = ack === DELIVERED || (ack > DELIVERED && !row.delivered);
  const time = isDelivery ? at : row.at;
  const day = isDelivery ? dayOfAccount(unit.tenant, ensureAccount(unit, row.connectionId), at) : row.day;
  const { category, type, billable } = words;
  const waiting = type === null ? "estimated" : "told";
  const state = row.delivered ? stateOf(row, type) : waiting;
  return { ...row, category, type, billable, day, at: time, state };
}

/** An estimated row becomes priced or unpriced as soon as Meta has reported its pricing. */
const stateOf = (row: MessageCost, type: string | null): MessageCost["state"] =>
  row.state !== "estimated" || type === null ? row.state : row.currency === null ? "unpriced" : "priced";

function addRow(unit: TenantUnit, report: StatusReport): void {
  const { messageId, connectionId, at, pricing, ack } = report;
  const subject = queryOne(unit.db, sql.subject, { messageId });
  if (!subject) return;
  // "failed" arrived before "sent", so nothing is charged and no row is created.
  if (ack < DELIVERED && subject.sendState === "failed") return;
  const { tenant } = unit;
  const account = ensureAccount(unit, connectionId);
  const day = dayOfAccount(tenant, account, at);
  const { wroteAt, createdAt } = subject;
  const assumed = () =>
    assumedPricing(subject.template === null ? "service" : (subject.templateCategory ?? "marketing"), {
      day,
      inWindow: wroteAt !== null && createdAt - wroteAt < DAY_MS,
    });
  const { category, billable } = pricing ?? assumed();
  const row = {
    ...{ messageId, connectionId, at, day, category, scope: account.scope },
    ...{ ticketId: subject.ticketId, contactId: subject.contactId, queueId: subject.queueId },
    ...{ userId: subject.userId, origin: subject.origin, template: subject.template },
    campaignId: subject.source === "campaign" ? campaignOf(subject.sourceKey) : null,
    promptId: subject.origin === "ai" ? subject.promptId : null,
    market: marketOf(tenant.installation, subject.phone, subject.networkId),
    type: pricing?.type ?? null,
    billable: billable ? 1 : 0,
    state: pricing ? "told" : "estimated",
  };
  execute(unit.db, sql.insert, row);
  const stored = costOfMessage(unit, messageId);
  if (ack >= DELIVERED && stored) priceRow(unit, stored);
}

/** Source keys of campaigns are `campaign:<id>:…`. */
function campaignOf(sourceKey: string | null): number | null {
  const id = Number(sourceKey?.split(":")[1]);
  return Number.isInteger(id) && id > 0 ? id : null;
}
