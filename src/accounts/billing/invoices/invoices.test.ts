import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ensureOpenInvoice, openInvoiceOf } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

const HOUR = 3_600_000;
let app: TestApp;
let root: UserCtx;
beforeEach(async () => {
  app = await startTestApp();
  // 09:00 in São Paulo.
  app.clock.set(Date.UTC(2026, 10, 21, 12));
  root = superUser(app);
});
afterEach(() => app.stop());

const invoicesOf = async (person: UserCtx) => (await app.api(person).get("/invoices/all")).body.invoices;
const work = () => app.app.runJob("invoices");
/** Runs the invoice job at 06:00 of the next day. */
async function nextMorning() {
  await work();
  app.clock.advance(21 * HOUR);
  await work();
}

describe("daily invoice run", () => {
  test("the daily invoice run issues the invoice of a due date within 20 days, at six in the morning of the company, once", async () => {
    const near = payingCompany(app, "2026-12-12");
    const far = payingCompany(app, "2026-12-13");
    await work();
    app.clock.set(Date.UTC(2026, 10, 22, 8, 59));
    await work();
    expect(await invoicesOf(near.person)).toEqual([]);
    app.clock.advance(60_000);
    await work();
    await work();
    expect(await invoicesOf(near.person)).toMatchObject([
      { detail: near.tenant.company.plan.name, value: 99.9, dueDate: "2026-12-12", status: "open" },
    ]);
    expect(await invoicesOf(far.person)).toEqual([]);
    app.clock.advance(24 * HOUR);
    await work();
    expect(await invoicesOf(far.person)).toHaveLength(1);
    expect(await invoicesOf(near.person)).toHaveLength(1);
  });

  test("the daily invoice run follows the clock of each company", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-25");
    writeSetting(tenant, "timeZone", "America/Manaus");
    await work();
    app.clock.set(Date.UTC(2026, 10, 22, 9, 30));
    await work();
    expect(await invoicesOf(person)).toEqual([]);
    app.clock.advance(HOUR / 2);
    await work();
    expect(await invoicesOf(person)).toHaveLength(1);
  });

  test("the daily invoice run catches up days the server was down", async () => {
    const { person } = payingCompany(app, "2026-12-20");
    await work();
    app.clock.advance(30 * 24 * HOUR);
    await work();
    expect(await invoicesOf(person)).toHaveLength(1);
  });

  test("the daily invoice run reissues a deleted invoice while its period is due; a later due date cancels the debt", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    await nextMorning();
    const [first] = await invoicesOf(person);
    await app.api(root).delete(`/invoices/${first.id}`);
    app.clock.advance(24 * HOUR);
    await work();
    const [again] = await invoicesOf(person);
    expect([again.id === first.id, again.dueDate, again.status]).toEqual([false, "2026-11-30", "open"]);
    await app.api(root).delete(`/invoices/${again.id}`);
    expect((await app.api(root).put(`/companies/${tenant.id}`, { dueDate: "2026-12-30" })).status).toBe(200);
    app.clock.advance(24 * HOUR);
    await work();
    expect(await invoicesOf(person)).toEqual([]);
  });

  test("the daily invoice run bills all months of the recurrence together", async () => {
    const { person } = payingCompany(app, "2026-11-25", { recurrence: "quarterly" });
    await nextMorning();
    expect(await invoicesOf(person)).toMatchObject([{ value: 299.7, recurrence: "TRIMESTRAL" }]);
  });

  test("the daily invoice run moves the due date of a free plan without an invoice", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30", { cents: 0 });
    await nextMorning();
    expect(await invoicesOf(person)).toEqual([]);
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("the daily invoice run skips companies that are disabled or never expire", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    run(app.installation.system, "UPDATE company SET active = 0 WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    await nextMorning();
    run(app.installation.system, "UPDATE company SET active = 1 WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    expect(await invoicesOf(person)).toEqual([]);
    expect(await invoicesOf(root)).toEqual([]);
  });
});

describe("invoice that is due soon", () => {
  const add = async (fields: object) => {
    const { plan } = app.company(undefined, { value_cents: 9990 }).company;
    const made = await app.api(root).post("/companies", {
      name: "Ótica",
      email: "dona@otica.example",
      password: "balcao",
      planId: plan.id,
      ...fields,
    });
    expect(made.status).toBe(200);
    return made.body;
  };
  const owed = async () => (await invoicesOf(root)).map(({ dueDate }: { dueDate: string }) => dueDate);

  test("an invoice that is due soon can be paid as soon as the provider created the company", async () => {
    await add({ dueDate: "2026-11-25" });
    expect(await owed()).toEqual(["2026-11-25"]);
  });

  test("an invoice that is due soon can be paid as soon as the provider moved the due date, or enabled the company again", async () => {
    const { id } = await add({ dueDate: "2027-02-25", status: false });
    await app.api(root).put(`/companies/${id}`, { dueDate: "2026-12-01" });
    expect(await owed()).toEqual([]);
    await app.api(root).put(`/companies/${id}`, { status: true });
    expect(await owed()).toEqual(["2026-12-01"]);
  });

  test("an invoice that is due soon moves with the due date, so that no month is billed twice", async () => {
    const { id } = await add({ dueDate: "2026-11-25" });
    await app.api(root).put(`/companies/${id}`, { dueDate: "2026-12-02" });
    expect(await owed()).toEqual(["2026-12-02"]);
    await app.api(root).post(`/companies/${id}/due-date`, { dueDate: "2026-12-02" });
    expect(await owed()).toEqual(["2027-01-02"]);
    const [{ id: invoiceId }] = await invoicesOf(root);
    await app.api(root).put(`/invoices/${invoiceId}`, { status: "paid" });
    expect((await app.api(root).get(`/companies/${id}`)).body.dueDate).toBe("2027-02-02");
    await nextMorning();
    expect(await owed()).toEqual(["2027-01-02"]);
  });

  test("an invoice that is due soon waits for the morning of its twentieth day, and is never issued when it costs nothing", async () => {
    await add({ dueDate: "2026-12-12" });
    await add({ name: "Livraria", email: "l@otica.example", dueDate: "2026-12-11" });
    expect(await owed()).toEqual(["2026-12-11"]);
    const { plan } = app.company("Livre", { value_cents: 0 }).company;
    const free = await add({
      name: "Grátis",
      email: "g@otica.example",
      planId: plan.id,
      dueDate: "2026-11-25",
    });
    expect(await owed()).toEqual(["2026-12-11"]);
    expect(free.dueDate).toBe("2026-11-25");
  });
});

describe("change of plan", () => {
  test("a change of plan or price reaches a closed company the next morning", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    ensureOpenInvoice(app.installation, tenant.id);
    run(app.installation.system, "UPDATE plan SET value_cents = 12000 WHERE id = ?", tenant.company.plan.id);
    app.installation.tenants.refresh(tenant.id);
    await nextMorning();
    expect(await invoicesOf(person)).toMatchObject([{ value: 120, status: "open" }]);
  });

  test("the nightly job does not undo a plan that was chosen with the payment", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    const other = app.company("Maior", { value_cents: 25_000 }).company.plan;
    ensureOpenInvoice(app.installation, tenant.id, other.id);
    await nextMorning();
    expect(await invoicesOf(person)).toMatchObject([{ value: 250, detail: other.name }]);
  });

  test("an invoice stores its plan, whether the company chose a new one or not", () => {
    const { tenant } = payingCompany(app, "2026-11-30");
    const chosen = app.company("Maior", { value_cents: 25_000, use_kanban: 0 }).company.plan;
    const stored = (planId: number) => {
      const made = ensureOpenInvoice(app.installation, tenant.id, planId);
      return JSON.parse(made?.plan ?? "");
    };
    expect(stored(chosen.id)).toEqual(chosen);
    expect(stored(tenant.company.plan.id)).toEqual(tenant.company.plan);
    expect(chosen).toMatchObject({ useKanban: false, useCampaigns: true });
  });

  test("a change of plan reissues the open invoice", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    const first = ensureOpenInvoice(app.installation, tenant.id);
    const other = app.company("Outra", { value_cents: 20_000 }).company.plan;
    expect((await app.api(root).put(`/companies/${tenant.id}`, { planId: other.id })).status).toBe(200);
    expect(await invoicesOf(person)).toMatchObject([{ value: 200, detail: other.name, status: "open" }]);
    expect((await app.api(person).get(`/invoices/${first?.id}`)).status).toBe(404);
    await app.api(root).put(`/companies/${tenant.id}`, { recurrence: "ANUAL" });
    expect(await invoicesOf(person)).toMatchObject([{ value: 2400, recurrence: "ANUAL" }]);
  });
});

describe("invoices", () => {
  test("invoices are read by every user of the company and by super users", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30", { name: "Padaria" });
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id;
    const stranger = app.api(testUser(app.company(), { profile: "admin" }));
    expect((await app.api(person).get(`/invoices/${id}`)).body).toMatchObject({ id, companyName: "Padaria" });
    expect((await stranger.get(`/invoices/${id}`)).body).toEqual({ error: "ERR_NOT_FOUND" });
    expect((await stranger.get("/invoices/all")).body).toEqual({ invoices: [], count: 0, hasMore: false });
    expect((await app.api(root).get(`/invoices/${id}`)).status).toBe(200);
    expect(await invoicesOf(root)).toHaveLength(1);
  });

  test("invoices are found by plan, due date and company, and paged", async () => {
    const { tenant } = payingCompany(app, "2026-11-30", { name: "Padaria São João" });
    for (let n = 0; n < 23; n += 1)
      run(
        app.installation.system,
        `INSERT INTO invoice (company_id, due_date, detail, value_cents, recurrence, plan_id, plan, created_at, updated_at)
         VALUES (?, ?, 'Básico', 1, 'monthly', 1, '{}', 0, 0)`,
        tenant.id,
        `20${27 + n}-01-15`,
      );
    const api = app.api(root);
    const first = (await api.get("/invoices/all?searchParam=basico")).body;
    const second = (await api.get("/invoices/all?searchParam=sao joao&pageNumber=2")).body;
    expect([first.invoices.length, first.count, first.hasMore, first.invoices[0].dueDate]).toEqual([
      20,
      23,
      true,
      "2049-01-15",
    ]);
    expect([second.invoices.length, second.hasMore]).toEqual([3, false]);
    expect((await api.get("/invoices/all?searchParam=15/01/2030")).body.count).toBe(1);
  });

  test("invoices are marked as paid by super users only, once: the licence is renewed and the company notified", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    const [socket, far] = [await app.socket(person), await app.socket(root)];
    const admin = app.api(testUser(tenant, { profile: "admin" }));
    expect((await admin.put(`/invoices/${id}`, { status: "paid" })).status).toBe(403);
    const paid = await app.api(root).put(`/invoices/${id}`, { status: "paid" });
    expect(paid).toMatchObject({ status: 200, body: { status: "paid", paidAt: "2026-11-21T12:00:00.000Z" } });
    expect(await socket.event("payment", "CONCLUIDA")).toEqual({
      action: "CONCLUIDA",
      company: { id: tenant.id, dueDate: "2026-12-30" },
      invoiceId: id,
    });
    expect(tenant.company.dueDate).toBe("2026-12-30");
    expect(await app.api(root).put(`/invoices/${id}`, { status: "paid" })).toMatchObject({
      status: 409,
      body: { error: "ERR_INVOICE_PAID" },
    });
    expect(tenant.company.dueDate).toBe("2026-12-30");
    await app.settled(root, far);
    expect(far.events("payment")).toEqual([]);
    expect((await app.api(person).get(`/invoices/${id}`)).body.payments).toMatchObject([
      { amount: 99.9, status: "paid", source: "manual" },
    ]);
    expect(openInvoiceOf(app.installation, tenant.id)).toBeUndefined();
    socket.close();
    far.close();
  });

  test("a payment reactivates an expired company, and its period begins on the day of the payment", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-10");
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id;
    expect((await app.api(person).get("/tags")).status).toBe(402);
    expect((await app.api(person).get("/invoices/all")).status).toBe(200);
    await app.api(root).put(`/invoices/${id}`, { status: "paid" });
    expect(tenant.company.dueDate).toBe("2026-12-21");
    expect((await app.api(person).get("/tags")).status).toBe(200);
  });

  test("the due date returns to the 31st after a shorter month", async () => {
    const { tenant } = payingCompany(app, "2027-01-31");
    for (const expected of ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]) {
      const id = ensureOpenInvoice(app.installation, tenant.id)?.id;
      await app.api(root).put(`/invoices/${id}`, { status: "paid" });
      expect(tenant.company.dueDate).toBe(expected);
    }
  });

  test("invoices of a deleted company are marked as such: not payable by hand, but readable and deletable", async () => {
    const { tenant } = payingCompany(app, "2026-11-30", { name: "Padaria" });
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id;
    expect(await invoicesOf(root)).toMatchObject([{ id, companyDeleted: false }]);
    expect((await app.api(root).delete(`/companies/${tenant.id}`)).status).toBe(200);
    expect(await invoicesOf(root)).toMatchObject([{ id, companyName: "Padaria", companyDeleted: true }]);
    expect((await app.api(root).put(`/invoices/${id}`, { status: "paid" })).status).toBe(404);
    expect((await app.api(root).get(`/invoices/${id}`)).status).toBe(200);
    expect((await app.api(root).delete(`/invoices/${id}`)).body).toEqual({ deletados: 1 });
  });

  test("invoices are deleted by super users only, and never once paid", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    expect((await app.api(person).delete(`/invoices/${id}`)).status).toBe(403);
    expect((await app.api(root).delete(`/invoices/${id}`)).body).toEqual({ deletados: 1 });
    expect((await app.api(root).delete(`/invoices/${id}`)).status).toBe(404);
    expect(await invoicesOf(person)).toEqual([]);
    const next = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    await app.api(root).put(`/invoices/${next}`, { status: "paid" });
    expect(await app.api(root).delete(`/invoices/${next}`)).toMatchObject({
      status: 409,
      body: { error: "ERR_INVOICE_PAID" },
    });
  });
});
