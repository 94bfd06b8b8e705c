import { createAutomaticMessage } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import type { FakeClock } from "#platform/clock.ts";
import { one } from "#platform/db/database.ts";
import { startTestApp } from "#test/helpers/app.ts";

// The product in its own process, killed by the parent: a bot writes T1, T2, … to one ticket of an official number.
const [directory = "", graphUrl = "", began = "0", companyId = "1", ticketId = "1", limit = "0"] =
  process.argv.slice(2);
const started = Date.now();
const clock: FakeClock = {
  now: () => Number(began) + (Date.now() - started),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  advance: () => undefined,
  set: () => undefined,
};
const { app, url, installation } = await startTestApp({
  clock,
  directory,
  env: { META_GRAPH_URL: graphUrl },
});
process.stdout.write(`${url}\n`);
setInterval(() => void app.runJob("inbox").catch(() => {}), 20);
setInterval(() => void app.runJob("outbox").catch(() => {}), 20);
const tenant = installation.tenants.open(Number(companyId));
const until = Number(limit);
for (;;) {
  tenant.write((unit) => {
    const written =
      one<{ n: number }>(unit.db, "SELECT count(*) AS n FROM message WHERE from_me = 1")?.n ?? 0;
    const ticket = ticketById(unit.db, Number(ticketId));
    if (ticket && written < until)
      createAutomaticMessage(unit, { ticket, text: `T${written + 1}`, origin: "bot" });
  });
  await Bun.sleep(60);
}
