import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let provider: UserCtx;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  provider = superUser(app);
});
afterAll(() => app.stop());

/** A company past its due date; the clock is set to noon of 20 November 2026 in São Paulo. */
async function expired(dueDate = "2026-11-19") {
  const { tenant } = payingCompany(app, dueDate, { cents: 9990 });
  const { email, password } = await app.person(tenant, { profile: "admin" });
  const login = async () => (await app.api().post("/auth/login", { email, password })).body;
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  return { tenant, login, as };
}
const payByHand = (id: number) => app.api(provider).put(`/invoices/${id}`, { status: "paid" });
const soon = (tenant: { id: number }, channel: string) =>
  app.installation.ports
    .use(RealtimePort)
    .publish(tenant.id, [{ channel, data: { action: "update" }, audience: "everyone" }]);

describe("signing in to a company past its due date", () => {
  test("a login to an expired company returns the overdue invoice, issued once", async () => {
    const { login } = await expired();
    const first = await login();
    expect(first).toMatchObject({ expired: true, dueDate: "2026-11-19" });
    expect(first.invoices).toMatchObject([{ value: 99.9, status: "open", dueDate: "2026-11-19" }]);
    expect((await login()).invoices).toEqual(first.invoices);
  });

  test("a login to an expired company whose due date is already paid returns the paid invoice first, and issues no other", async () => {
    const { tenant, login } = await expired();
    const [{ id }] = (await login()).invoices;
    await payByHand(id);
    run(app.installation.system, "UPDATE company SET due_date = '2026-11-19' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    expect((await login()).invoices).toMatchObject([{ id, status: "paid" }]);
  });

  test("a login to an expired company gives access to invoices and payment; everything else is 402", async () => {
    const { login, as } = await expired();
    const { token, invoices } = await login();
    const nobody = app.api();
    expect((await nobody.get("/invoices/all", as(token))).body.invoices).toEqual(invoices);
    expect((await nobody.get(`/invoices/${invoices[0].id}`, as(token))).status).toBe(200);
    expect((await nobody.get("/plans/list", as(token))).status).toBe(200);
    // The installation has no gateway keys: the error is that of the payment, so the guard has accepted the request.
    const pay = await nobody.post("/subscription", { invoiceId: invoices[0].id }, as(token));
    expect(pay).toMatchObject({ status: 400, body: { error: "ERR_PAYMENT_NOT_CONFIGURED" } });
    for (const path of ["/users", "/tickets", "/auth/me", "/settings", "/whatsapp"])
      expect(await nobody.get(path, as(token)), path).toMatchObject({
        status: 402,
        body: { error: "ERR_SUBSCRIPTION_EXPIRED" },
      });
    app.clock.advance(30 * 60_000);
    expect((await nobody.get("/invoices/all", as(token))).body.error).toBe("ERR_TOKEN_EXPIRED");
    app.clock.advance(-30 * 60_000);
  });

  test("a socket of an expired company receives only the payment event, and the user signs in afterwards", async () => {
    const { tenant, login } = await expired();
    const { token, invoices } = await login();
    const socket = await app.socket(testUser(tenant), { token });
    soon(tenant, "tag");
    await payByHand(invoices[0].id);
    const paid = await socket.event("payment", "CONCLUIDA");
    expect(paid.company).toEqual({ id: tenant.id, dueDate: "2026-12-20" });
    expect(socket.events("tag")).toEqual([]);
    expect((await login()).user.company.dueDate).toBe("2026-12-20");
  });
});

describe("open page of a company whose due date passes", () => {
  test("the open page of a company whose due date passes gets 402, receives the payment event and works again at once", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-20");
    const api = app.api(person);
    const socket = await app.socket(person);
    expect((await api.get("/tags/list")).status).toBe(200);
    run(app.installation.system, "UPDATE company SET due_date = '2026-11-19' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    await app.app.runJob("expiry");
    await socket.event("subscription", "expired");
    expect(await api.get("/tags/list")).toMatchObject({ status: 402 });
    expect((await api.get("/invoices/all")).status).toBe(200);
    const admin = testUser(tenant, { profile: "admin" });
    const made = await app.api(admin).post("/subscription", { planId: tenant.company.plan.id });
    expect(made.body.error).toBe("ERR_PAYMENT_NOT_CONFIGURED");
    const { invoices } = (await api.get("/invoices/all")).body;
    await payByHand(invoices[0].id);
    await socket.event("payment", "CONCLUIDA");
    expect((await api.get("/tags/list")).status).toBe(200);
    soon(tenant, "tag");
    await socket.event("tag", "update");
  });
});
