import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { LIMITS } from "#inbox/reconciliation/policy.ts";
import type { FakeClock } from "#platform/clock.ts";
import { one } from "#platform/db/database.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

// The product in its own process, killed by the parent. Its clock runs fast, because a run pauses between chats. One
// run compares all chats: the budget of a day is larger, and no second check by hand is allowed before the last kill.
const SPEED = 6;
Object.assign(LIMITS, { manualChatsPerDay: 10_000, manualEveryMs: 1000 * LIMITS.manualEveryMs });
const [directory = "", url = "", rootKey = "", began = "0", mode = ""] = process.argv.slice(2);
const base = Number(began);
const clock: FakeClock = {
  now: () => base + (Date.now() - base) * SPEED,
  after(ms, task) {
    const timer = setTimeout(task, ms / SPEED);
    return () => clearTimeout(timer);
  },
  advance: () => undefined,
  set: () => undefined,
};
const app = await startTestApp({
  clock,
  directory,
  plug: (installation) =>
    installation.ports.plug(
      ProviderPort,
      createWhatsappProvider({
        events: createIntake(installation),
        sealingKey: installation.secrets.key("whatsapp"),
        workers: 1,
        url,
        rootKey,
        log: () => {},
      }),
    ),
});
const say = (word: string, text = "") => process.stdout.write(`${word} ${text}\n`);
const isNew = mode === "link";
const tenant = isNew ? app.company() : app.installation.tenants.open(1);
const admin = testUser(tenant, { name: `Rosa ${Date.now()}`, profile: "admin" });
if (isNew) await app.api(admin).post("/whatsapp", { name: "Loja" });
const state = () =>
  one<{ status: string; qrcode: string }>(tenant.db, "SELECT status, qrcode FROM connection");

let qr = "";
let isConnected = false;
setInterval(() => {
  const { status = "", qrcode = "" } = state() ?? {};
  if (qrcode !== qr && qrcode !== "") say("qr", qrcode);
  qr = qrcode;
  if (status === "CONNECTED" && !isConnected) {
    isConnected = true;
    say("connected");
  }
  if (!isConnected || mode !== "run") return;
  void app.app.runJob("reconciliation");
  const open = one(tenant.db, "SELECT 1 FROM reconciliation_run WHERE state IN ('waiting', 'running')");
  const waiting = one(tenant.db, "SELECT 1 FROM inbound_event WHERE state = 'new'");
  const ended = one(tenant.db, "SELECT 1 FROM reconciliation_run WHERE state = 'done'");
  if (!open && !waiting && ended) say("done");
}, 30);
const started = setInterval(() => {
  if (!isConnected || mode !== "run") return;
  clearInterval(started);
  const id = one<{ id: number }>(tenant.db, "SELECT id FROM connection")?.id;
  void app.api(admin).post(`/whatsapp/${id}/reconciliation`);
}, 30);
