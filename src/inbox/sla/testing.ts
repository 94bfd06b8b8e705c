/** Helpers for tests of SLA policies: a company with opening hours, whose new customers immediately wait in a queue. */
import { writeCompanyHours } from "#accounts/companies/hours/hours.ts";
import type { OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { conditions } from "#inbox/conditions/feature.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { parseInstant } from "#platform/dates.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";
import type { CreateSlaPolicyBody } from "./contract.ts";
import { slaDue } from "./due.ts";
import { sla } from "./feature.ts";
import { slaRecount } from "./recount.ts";
import { createPolicy } from "./save.ts";
import type { SlaPolicy } from "./schema.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type Span = [OpeningSpan["weekdayEn"], string, string];

export interface SlaDesk extends Desk {
  readonly boss: UserCtx;
  readonly ana: UserCtx;
  /** A connection whose tickets wait in the queue "Vendas" at once. */
  readonly direct: number;
  /** Moves the clock to a time in São Paulo, `YYYY-MM-DD HH:mm`. */
  at(time: string): void;
  /** Hours of the company: spans of each weekday as `["monday", "08:00", "18:00"]`. */
  hours(...spans: readonly Span[]): void;
  policy(body: Partial<CreateSlaPolicyBody>): SlaPolicy;
  /** A new customer writes; returns the ticket's id. */
  customer(): number;
  /** The customer of the ticket writes again. */
  again(ticketId: number): void;
  accept(ticketId: number, by?: UserCtx): void;
  close(): void;
  resolve(ticketId: number): void;
  /** Runs the jobs of the clocks. */
  sweep(): Promise<void>;
  clocks(ticketId: number): ClockRow[];
}

interface ClockRow {
  readonly target: string;
  readonly policy_id: number;
  readonly due_at: number;
  readonly paused_at: number | null;
  readonly met_at: number | null;
  readonly missed_at: number | null;
  readonly dropped_at: number | null;
  readonly warned_at: number | null;
  readonly started_at: number;
  readonly remaining_ms: number;
  readonly taken_ms: number | null;
}

const OFFICE: readonly OpeningSpan["weekdayEn"][] = ["monday", "tuesday", "wednesday", "thursday", "friday"];

/** Opened on Monday, 2026-11-23, at 09:00, from 08:00 to 18:00 on working days. */
export function openSlaDesk(): SlaDesk {
  const desk = openDesk();
  const { app, tenant } = desk;
  for (const feature of [conditions, sla]) feature.listen?.(app.installation);
  const boss = desk.admin();
  const ana = desk.attendant({ name: "Ana" });
  const direct = testConnection(tenant, { queueIds: [desk.sales] });
  let made = 0;
  const slaDesk: SlaDesk = {
    ...desk,
    boss,
    ana,
    direct,
    at: (time) => app.clock.set(parseInstant(time, "America/Sao_Paulo") ?? 0),
    hours: (...spans) =>
      void writeCompanyHours(
        boss,
        tenant.id,
        spans.map(([weekdayEn, startTime, endTime]) => ({ weekday: "", weekdayEn, startTime, endTime })),
      ),
    policy(body) {
      made += 1;
      return createPolicy(boss, {
        name: `Promessa ${made}`,
        ...{ active: true, conditions: null, hours: "company", startsAt: "queue" },
        ...{ firstMinutes: null, nextMinutes: null, resolutionMinutes: null },
        ...{ pauseAsleep: true, pauseWaitingCustomer: true, warnPercent: 80 },
        ...body,
      });
    },
    customer: () => desk.writes(desk.contact(), "oi", { connectionId: direct }).ticket.id,
    again(ticketId) {
      const { contactId, connectionId } = desk.ticket(ticketId);
      desk.writes(contactId, "e então?", { connectionId });
    },
    accept: (ticketId, by = ana) => void desk.put(by, ticketId, { status: "open", userId: by.actor.id }),
    resolve: (ticketId) => void desk.put(boss, ticketId, { status: "closed" }),
    async sweep() {
      await slaRecount.run(app.installation);
      await slaDue.run(app.installation);
    },
    clocks: (ticketId) =>
      all<ClockRow>(tenant.db, "SELECT * FROM sla_clock WHERE ticket_id = ? ORDER BY id", ticketId),
  };
  slaDesk.at("2026-11-23 09:00");
  slaDesk.hours(...OFFICE.map((day): Span => [day, "08:00", "18:00"]));
  return slaDesk;
}

/** A time in São Paulo as `YYYY-MM-DD HH:mm`. */
export const shownTime = (ms: number): string => {
  const local = new Date(ms - 3 * HOUR).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
};
