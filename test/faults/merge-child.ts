import type { FakeClock } from "#platform/clock.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

// The product in its own process, killed by the parent while an admin merges two contacts or undoes the merge.
const [directory = "", began = "0", companyId = "1", path = "", body = "{}"] = process.argv.slice(2);
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
const app = await startTestApp({ clock, directory });
const admin = app.api(testUser(app.installation.tenants.open(Number(companyId)), { profile: "admin" }));
const { status } = await admin.post(path, JSON.parse(body));
process.exit(status === 200 ? 0 : 1);
