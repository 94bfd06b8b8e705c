import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { addCostLine, ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { monthsOf } from "#accounts/companies/index.ts";
import { addMonths } from "#platform/dates.ts";
import { all, run } from "#platform/db/database.ts";
import type { Plan, Recurrence, Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { settle } from "./settle.ts";

let app: TestApp;
let root: UserCtx;
beforeEach(async () => {
  app = await startTestApp();
  app.clock.set(Date.UTC(2026, 10, 21, 12));
  root = superUser(app);
});
afterEach(() => app.stop());

interface Row {
  readonly id: number;
  readonly status: "open" | "paid" | "cancelled";
  readonly kind: "plan" | "costs";
  readonly cents: number;
  readonly plan: string;
  readonly recurrence: Recurrence;
  readonly lines: number;
}
const rowsOf = ({ id }: Tenant) =>
  all<Row>(
    app.installation.system,
    `SELECT id, status, kind, value_cents AS cents, plan, recurrence,
      (SELECT coalesce(sum(value_cents), 0) FROM invoice_line WHERE invoice_id = invoice.id) AS lines
     FROM invoice WHERE company_id = ? ORDER BY id`,
    id,
  );
const line = (period: string, valueCents: number) => ({
  ...{ period, valueCents, quantity: 1234 },
  detail: { micros: valueCents * 10_000, currency: "BRL", rate: 1_000_000, marginPercent: 10 },
});
const pay = (invoiceId: number, amountCents: number, txid = `tx-${invoiceId}`) =>
  settle(app.installation, { txid, invoiceId, amountCents, source: "efi", raw: "{}" });
const invoicesOf = async (person: UserCtx) => (await app.api(person).get("/invoices/all")).body.invoices;

describe("invoice lines of message costs", () => {
  test("a month of costs is one line of the plan's invoice that is due within 10 days; the page shows it", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-30");
    ensureOpenInvoice(app.installation, tenant.id);
    expect([addCostLine(tenant, line("2026-10", 1234)), addCostLine(tenant, line("2026-10", 1234))]).toEqual([
      true,
      false,
    ]);
    const shown = {
      ...{ kind: "plan", value: 112.24 },
      lines: [
        {
          period: "2026-10",
          quantity: 1234,
          value: 12.34,
          micros: 12_340_000,
          currency: "BRL",
          marginPercent: 10,
        },
      ],
    };
    expect(await invoicesOf(person)).toMatchObject([shown]);
    expect(await invoicesOf(root)).toMatchObject([shown]);
  });

  test("costs have their own invoice when no invoice is due within 10 days; paying it moves no due date", async () => {
    const { tenant, person } = payingCompany(app, "2026-12-05");
    ensureOpenInvoice(app.installation, tenant.id);
    addCostLine(tenant, line("2026-10", 500));
    const [plan, own] = rowsOf(tenant);
    expect([plan?.cents, own?.kind, own?.cents]).toEqual([9990, "costs", 500]);
    expect(await invoicesOf(person)).toMatchObject([
      { dueDate: "2026-12-05" },
      { kind: "costs", detail: "WhatsApp 10/2026", dueDate: "2026-12-01", value: 5 },
    ]);
    expect(pay(own?.id ?? 0, 500)).toBe("paid");
    expect(tenant.company.dueDate).toBe("2026-12-05");
  });

  test("a changed plan replaces the plan's price and keeps the lines", async () => {
    const { tenant } = payingCompany(app, "2026-11-30");
    ensureOpenInvoice(app.installation, tenant.id);
    addCostLine(tenant, line("2026-10", 77));
    const { plan } = app.company(undefined, { value_cents: 15_000 }).company;
    expect((await app.api(root).put(`/companies/${tenant.id}`, { planId: plan.id })).status).toBe(200);
    expect(rowsOf(tenant).map(({ status, cents, lines }) => [status, cents, lines])).toEqual([
      ["cancelled", 9990, 0],
      ["open", 15_077, 77],
    ]);
  });

  test("a plan that becomes free leaves the lines on their own invoice", async () => {
    const { tenant } = payingCompany(app, "2026-11-30");
    ensureOpenInvoice(app.installation, tenant.id);
    addCostLine(tenant, line("2026-10", 77));
    const { plan } = app.company(undefined, { value_cents: 0 }).company;
    await app.api(root).put(`/companies/${tenant.id}`, { planId: plan.id });
    expect(rowsOf(tenant).map(({ status, kind, cents }) => [status, kind, cents])).toEqual([
      ["cancelled", "plan", 9990],
      ["open", "costs", 77],
    ]);
  });

  test("a code made before the line was added still renews the licence; the line has its own invoice", () => {
    const { tenant } = payingCompany(app, "2026-11-30");
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    addCostLine(tenant, line("2026-10", 77));
    expect(pay(id, 9990)).toBe("paid");
    expect(tenant.company.dueDate).toBe("2026-12-30");
    expect(rowsOf(tenant).map(({ status, kind, cents }) => [status, kind, cents])).toEqual([
      ["paid", "plan", 9990],
      ["open", "costs", 77],
    ]);
  });

  test("an invoice whose code may still be paid keeps its value", () => {
    const { tenant } = payingCompany(app, "2026-11-30");
    const id = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
    const now = app.clock.now();
    const charge = `INSERT INTO charge (txid, invoice_id, provider, value_cents, code, expires_at, ask_until, created_at)
      VALUES ('t', ?, 'efi', 9990, 'x', ?, ?, ?)`;
    run(app.installation.system, charge, id, now + 60_000, now + 60_000, now);
    addCostLine(tenant, line("2026-10", 77));
    expect(rowsOf(tenant).map(({ kind, cents }) => [kind, cents])).toEqual([
      ["plan", 9990],
      ["costs", 77],
    ]);
  });

  test("an expired company can pay its plan although an invoice of costs is paid", async () => {
    const { tenant, person } = payingCompany(app, "2026-11-10");
    addCostLine(tenant, line("2026-10", 500));
    pay(rowsOf(tenant)[0]?.id ?? 0, 500);
    expect((await app.api(person).get("/tags")).status).toBe(402);
    expect(ensureOpenInvoice(app.installation, tenant.id)).toMatchObject({ kind: "plan", valueCents: 9990 });
  });
});

/** The same sequence in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % sides;
  };
}

test("invoices are exact to the cent after any sequence of lines, plan changes, payments and old codes", async () => {
  const plans = [9990, 12_345, 1, 0].map(
    (cents) => app.company(undefined, { value_cents: cents }).company.plan,
  );
  for (let seed = 1; seed <= 12; seed += 1) {
    const roll = dice(seed);
    const { tenant, person } = payingCompany(app, "2026-11-30", {
      ...{ cents: 3333, recurrence: seed % 3 === 0 ? "quarterly" : "monthly" },
    });
    const added = new Map<string, number>();
    const codes: { readonly id: number; readonly cents: number }[] = [];
    let month = "2026-10-01";
    for (let step = 0; step < 25; step += 1) {
      const before = tenant.company.dueDate;
      const open = rowsOf(tenant).filter(({ status }) => status === "open");
      for (const { id, cents } of open) codes.push({ id, cents });
      const what = roll(6);
      if (what <= 1) {
        const cents = 1 + roll(100_000);
        if (addCostLine(tenant, line(month.slice(0, 7), cents))) added.set(month, cents);
        month = addMonths(month, 1);
      } else if (what === 2) {
        const { id } = plans[roll(plans.length)] as Plan;
        await app.api(root).put(`/companies/${tenant.id}`, { planId: id });
      } else if (what === 3) {
        const chosen = plans[roll(3)] as Plan;
        ensureOpenInvoice(app.installation, tenant.id, chosen.id);
      } else if (what === 4 && codes.length > 0) {
        const code = codes[roll(codes.length)];
        if (!code) continue;
        const outcome = pay(code.id, code.cents, `${seed}-${step}`);
        const paid = rowsOf(tenant).find(({ id }) => id === code.id);
        if (paid?.kind === "costs") expect(tenant.company.dueDate).toBe(before);
        else if (outcome === "paid") expect(tenant.company.dueDate).not.toBe(before);
      } else {
        app.clock.advance((1 + roll(15)) * 24 * 3_600_000);
        await app.app.runJob("invoices");
      }
      const rows = rowsOf(tenant);
      for (const { kind, plan, recurrence, cents, lines, status } of rows) {
        const price = kind === "plan" ? (JSON.parse(plan) as Plan).valueCents * monthsOf(recurrence) : 0;
        expect(cents).toBe(price + lines);
        if (status === "cancelled") expect(lines).toBe(0);
      }
      const sum = rows.reduce((total, { lines }) => total + lines, 0);
      expect(sum).toBe([...added.values()].reduce((total, cents) => total + cents, 0));
    }
    const shown = await invoicesOf(person).catch(() => []);
    for (const { value, lines, kind } of shown ?? []) {
      const cents = lines.reduce(
        (total: number, one: { value: number }) => total + Math.round(one.value * 100),
        0,
      );
      expect(Math.round(value * 100) - cents).toBeGreaterThanOrEqual(kind === "costs" ? 0 : 1);
    }
  }
}, 60_000);
