import { afterEach, expect, test } from "bun:test";
import fc from "fast-check";
import { invoicesJob } from "#accounts/billing/jobs.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { inactivityClose } from "#inbox/inactivity/close-idle.ts";
import { joao, wrote } from "#inbox/messages/testing.ts";
import { createSchedule } from "#inbox/scheduled-messages/save.ts";
import { schedulesJob } from "#inbox/scheduled-messages/sending/sweep.ts";
import { type Office, office } from "#outreach/campaigns/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";

// R6: scheduled work runs once and never early, for any jump of the machine's clock.
const RUNS = Number(process.env["R6_RUNS"] ?? 6);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** In Lisbon the hour from 1 to 2 occurs twice in the night to 25 October. */
const ZONE = "Europe/Lisbon";
const START = Date.UTC(2026, 9, 24, 6, 30);
const REMINDER = Date.UTC(2026, 9, 24, 9);
const NIGHT = Date.UTC(2026, 9, 25, 1, 30);
const INVOICE = Date.UTC(2026, 9, 25, 6);
const END = Date.UTC(2026, 9, 26, 20);

let o: Office | undefined;
afterEach(() => o?.close());

/** Moves of the clock: some minutes, a jump, or a night in which the server was down. */
const move = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(7 * MINUTE, 29 * MINUTE, HOUR, 3 * HOUR) },
  { weight: 2, arbitrary: fc.constantFrom(2 * HOUR, -2 * HOUR, HOUR, -HOUR) },
  { weight: 1, arbitrary: fc.constantFrom(9 * HOUR, 14 * HOUR) },
);

/** The local hour in Lisbon. */
const zoned = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, hour: "2-digit" });

interface Seen {
  readonly what: string;
  readonly at: number;
}

function open(): { readonly desk: Office; readonly ticketId: number; readonly idleFrom: number } {
  const desk = office();
  o = desk;
  const { tenant, clock, installation } = desk;
  clock.set(START);
  writeSetting(tenant, "timeZone", ZONE);
  run(installation.system, "UPDATE company SET due_date = '2026-11-13' WHERE id = ?", tenant.id);
  run(installation.system, "UPDATE plan SET value_cents = 9990");
  installation.tenants.refresh(tenant.id);
  const contactId = testContact(tenant, { number: "5511977770000" });
  const plan = (body: string, at: number) =>
    createSchedule(desk.admin, { body, contactId, sendAt: new Date(at).toISOString(), lateLimitHours: 48 });
  plan("Lembrete da manhã", REMINDER);
  plan("Lembrete da noite", NIGHT);
  run(tenant.db, "UPDATE connection SET expires_inactive_message = 'Encerrado por falta de resposta'");
  desk.receive(wrote(joao, "Oi", clock.now()));
  const ticketId = desk.row<{ id: number }>("SELECT max(id) AS id FROM ticket")?.id ?? 0;
  run(
    tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?",
    desk.admin.actor.id,
    ticketId,
  );
  desk.receive(wrote(joao, "Posso ajudar?", clock.now(), { fromMe: true }));
  writeSetting(tenant, "campaignWindow", JSON.stringify({ days: [0, 6, 1], from: "16:00", to: "19:00" }));
  desk.campaign(3, { scheduledAt: new Date(Date.UTC(2026, 9, 24, 15)).toISOString() });
  return { desk, ticketId, idleFrom: clock.now() };
}

/** All effects so far, with the time of the clock. */
function happened(desk: Office, ticketId: number): string[] {
  return [
    ...desk.arrivals.map(({ to, text }) => `${to} ${text}`),
    ...all<{ day: string }>(desk.installation.system, "SELECT due_date AS day FROM invoice").map(
      ({ day }) => `invoice ${day}`,
    ),
    ...desk.rows("SELECT 1 FROM ticket WHERE id = ? AND status = 'closed'", ticketId).map(() => "closed"),
  ];
}

async function work({ installation, pass }: Office): Promise<void> {
  await schedulesJob.run(installation);
  await inactivityClose.run(installation);
  await invoicesJob.run(installation);
  await pass(0);
}

async function live(moves: readonly number[]): Promise<void> {
  const { desk, ticketId, idleFrom } = open();
  const seen: Seen[] = [];
  const look = async () => {
    await work(desk);
    const now = happened(desk, ticketId);
    for (const { what } of seen) now.splice(now.indexOf(what), 1);
    for (const what of now) seen.push({ what, at: desk.clock.now() });
  };
  await look();
  for (const ms of moves) {
    desk.clock.set(desk.clock.now() + ms);
    await look();
  }
  // In any case all scheduled work has run by the end of these days.
  while (desk.clock.now() < END) {
    desk.clock.set(desk.clock.now() + 30 * MINUTE);
    await look();
  }
  const one = (what: string, dueAt: number) => {
    const times = seen.filter((known) => known.what === what);
    expect([what, times.length]).toEqual([what, 1]);
    expect(times[0]?.at ?? 0).toBeGreaterThanOrEqual(dueAt);
  };
  one("5511977770000 Lembrete da manhã", REMINDER);
  one("5511977770000 Lembrete da noite", NIGHT);
  one("invoice 2026-11-13", INVOICE);
  one("closed", idleFrom + 24 * HOUR);
  // A campaign whose start was missed by half a day is not started automatically: an admin has to.
  const begun = desk.rows("SELECT 1 FROM campaign WHERE status <> 'inactive'").length;
  for (let n = 0; n < 3 * begun; n += 1)
    one(`${desk.numberOf(n)} Olá Pessoa ${n}`, Date.UTC(2026, 9, 24, 15));
  // Messages in flight at the power cut arrive after it; no recipient is started outside the campaign hours.
  for (const { at } of desk.rows<{ at: number }>(
    "SELECT dispatched_at AS at FROM campaign_recipient WHERE dispatched_at > 0",
  ))
    expect(["16", "17", "18"]).toContain(zoned.format(at));
  // The farewell is skipped when it would be a day late, and never sent twice.
  expect(seen.filter(({ what }) => what.includes("Encerrado")).length).toBeLessThanOrEqual(1);
  expect(desk.rows("SELECT 1 FROM message WHERE body LIKE '%Lembrete%'")).toHaveLength(2);
  desk.close();
  o = undefined;
}

test(
  `with clock jumps of two hours, the end of daylight saving time and nights without power no job runs early or twice, and every job runs once (${RUNS} runs)`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 30 }), live), {
      numRuns: RUNS,
    });
  },
  60_000 + RUNS * 3000,
);
