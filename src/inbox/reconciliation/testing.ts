import { expect } from "bun:test";
import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { fakeClock } from "#platform/clock.ts";
import { all, one, run } from "#platform/db/database.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { RunnerPort } from "./runner.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A company with one linked phone, on the simulated network. */
export interface Office {
  readonly network: Network;
  readonly shop: Phone;
  readonly connectionId: number;
  app: TestApp;
  tenant: Tenant;
  admin: UserCtx;
  /** A new customer. */
  person(name?: string): Phone;
  /** The customer writes some hours ago; `isLost`: the network loses the message before it reaches the product. */
  writes(person: Phone, text: string, options?: { hoursAgo?: number; isLost?: boolean }): Promise<void>;
  /** Waits until a text is stored. */
  stored(text: string): Promise<void>;
  checkNow(): Promise<{ status: number; body: unknown }>;
  /** Advances the clock until no comparison runs. */
  finish(): Promise<void>;
  /** Bodies of a chat in the order of the conversation. */
  bodiesOf(person: Phone): string[];
  report(days?: number): Promise<Record<string, unknown>>;
  /** Stops the product as if killed and starts it again on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Time at which the tests' days begin: midday in São Paulo, so that no test reaches the night by accident. */
const middayToday = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS + 15 * 60 * 60_000;

/** `historyMs`: how long a phone may take for its answer. */
export async function openOffice({ historyMs = 500 } = {}): Promise<Office> {
  const network = await startNetwork();
  const shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
  const plug = (installation: Installation) =>
    installation.ports.plug(
      ProviderPort,
      createWhatsappProvider({
        events: createIntake(installation),
        sealingKey: installation.secrets.key("whatsapp"),
        workers: 1,
        url: network.url,
        rootKey: network.rootKey,
        timings: { history: historyMs },
        log: () => {},
      }),
    );
  const clock = fakeClock(middayToday());
  const app = await startTestApp({ clock, plug });
  const tenant = app.company();
  const admin = testUser(tenant, { name: "Rosa", profile: "admin" });
  const { body } = await app.api(admin).post("/whatsapp", { name: "Loja Centro" });
  const state = () =>
    one<{ status: string; qrcode: string }>(
      office.tenant.db,
      "SELECT status, qrcode FROM connection WHERE id = ?",
      body.id,
    );
  let people = 0;
  let lostSoFar = 0;
  const office: Office = {
    network,
    shop,
    connectionId: body.id,
    app,
    tenant,
    admin,
    person: (name = "Marina") =>
      network.addPerson({ number: `551197000${String(++people).padStart(4, "0")}`, name }),
    async writes(person, text, { hoursAgo = 1, isLost = false } = {}) {
      if (isLost) network.faults.add({ kind: "swallow", number: shop.number, times: 1 });
      // One second apart, so that the order of the phone is the order of the times.
      lostSoFar += 1;
      await person.send.text(shop, text, { at: clock.now() - hoursAgo * 3_600_000 + lostSoFar * 1000 });
    },
    stored: (text) =>
      becomesTrue(() => one(office.tenant.db, "SELECT 1 FROM message WHERE body = ?", text) !== undefined),
    async checkNow() {
      const { status, body: answer } = await office.app
        .api(office.admin)
        .post(`/whatsapp/${body.id}/reconciliation`);
      return { status, body: answer };
    },
    async finish() {
      const runner = office.app.installation.ports.use(RunnerPort);
      let isIdle = false;
      void runner.idle().then(() => {
        isIdle = true;
      });
      for (let turns = 0; !isIdle && turns < 5000; turns += 1) {
        await Bun.sleep(5);
        clock.advance(1000);
      }
      expect(isIdle).toBe(true);
      await becomesTrue(
        () => one(office.tenant.db, "SELECT 1 FROM inbound_event WHERE state = 'new'") === undefined,
      );
    },
    bodiesOf: (person) =>
      all<{ body: string }>(
        office.tenant.db,
        `SELECT m.body FROM message m JOIN contact_identity i ON i.contact_id = m.contact_id AND i.kind = 'pn'
         WHERE i.value = ? ORDER BY m.place`,
        person.number,
      ).map((row) => row.body),
    async report(days = 30) {
      return (await office.app.api(office.admin).get(`/whatsapp/${body.id}/reconciliation?days=${days}`))
        .body;
    },
    async restart() {
      await office.app.stop({ directory: true });
      office.app = await startTestApp({ clock, plug, directory: app.directory });
      office.tenant = office.app.installation.tenants.open(tenant.id);
      office.admin = { ...admin, tenant: office.tenant };
      await becomesTrue(() => state()?.status === "CONNECTED");
    },
    async close() {
      await office.app.stop();
      await network.stop();
    },
  };
  await becomesTrue(() => Boolean(state()?.qrcode));
  await shop.scan(state()?.qrcode ?? "");
  await becomesTrue(() => state()?.status === "CONNECTED");
  run(tenant.db, "UPDATE connection SET linked_at = ?", clock.now() - 2 * DAY_MS);
  return office;
}
