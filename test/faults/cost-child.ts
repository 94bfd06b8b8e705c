import type { FakeClock } from "#platform/clock.ts";
import { startTestApp } from "#test/helpers/app.ts";

// The product in its own process, killed by the parent; it stores the statuses of an official number in the ledger.
const [directory = "", graphUrl = "", began = "0"] = process.argv.slice(2);
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
const { app, url } = await startTestApp({ clock, directory, env: { META_GRAPH_URL: graphUrl } });
process.stdout.write(`${url}\n`);
// A run that meets a busy file is followed by the next one.
setInterval(() => void app.runJob("inbox").catch(() => {}), 20);
setInterval(() => void app.runJob("costs").catch(() => {}), 20);
