import { InboxPort } from "#channels/connections/index.ts";
import { phone, wrote } from "#inbox/messages/testing.ts";
import type { FakeClock } from "#platform/clock.ts";
import { startTestApp } from "#test/helpers/app.ts";

// The product in its own process, killed by the parent; customers write to a company with rules.
const [directory = "", company = "0", connection = "0", began = "0", count = "0"] = process.argv.slice(2);
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
const { app, installation } = await startTestApp({ clock, directory });
const tenant = installation.tenants.open(Number(company));
const inbox = installation.ports.use(InboxPort);
setInterval(() => void app.runJob("inbox").catch(() => {}), 20);
setInterval(() => void app.runJob("rule_events").catch(() => {}), 20);
process.stdout.write("ready\n");
// A repeated delivery is recognised by its key.
for (let n = 0; n < Number(count); n += 1) {
  const customer = { name: `Cliente ${n}`, identities: [phone(String(5_511_900_000_000 + n))] };
  const event = wrote(customer, `pedido ${n}`, Number(began), { providerId: `KILL${n}` });
  await inbox.store(tenant, Number(connection), [event]);
  await Bun.sleep(2);
}
process.stdout.write("stored\n");
