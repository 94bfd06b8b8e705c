import { fakeClock } from "#platform/clock.ts";
import { startTestApp } from "#test/helpers/app.ts";

// The product in its own process, killed by the parent: it passes ended months on to invoices, month by month.
const [directory = "", began = "0"] = process.argv.slice(2);
const clock = fakeClock(Number(began));
const { app, installation } = await startTestApp({ clock, directory });
process.stdout.write("ready\n");
for (;;) {
  installation.tenants.scheduleWakes([1, 2, 3, 4], "costs", 0);
  installation.tenants.scheduleWakes([1, 2, 3, 4], "invoices", 0);
  await app.runJob("costs").catch(() => {});
  await app.runJob("invoices").catch(() => {});
  await Bun.sleep(1);
}
