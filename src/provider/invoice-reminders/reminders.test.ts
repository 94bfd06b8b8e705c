import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { holdCompany } from "#accounts/companies/index.ts";
import { all, run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { internationalDigits } from "./by-whatsapp.ts";

const DAY = 86_400_000;
let mails: MailServer;
let app: TestApp;
let root: UserCtx;
beforeEach(async () => {
  mails = await startMailServer();
  app = await startTestApp({ env: { SMTP_URL: mails.url, PUBLIC_URL: "https://balcao.example.com" } });
  // 06:30 in São Paulo.
  app.clock.set(Date.UTC(2026, 10, 21, 9, 30));
  root = superUser(app, "Provedor");
});
afterEach(async () => {
  await app.stop();
  await mails.close();
});

/** A company with an invoice due on the 30th of November. */
async function owing() {
  const { tenant } = payingCompany(app, "2026-11-30", { name: "Padaria" });
  run(app.installation.system, "UPDATE company SET phone = '(11) 98888-7777' WHERE id = ?", tenant.id);
  app.installation.tenants.refresh(tenant.id);
  const id = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
  await app.app.runJob("invoices");
  return { tenant, id };
}
async function pass(days: number) {
  for (let n = 0; n < days; n += 1) {
    app.clock.advance(DAY);
    await app.app.runJob("invoices");
    await app.app.runJob("mails");
  }
}
const told = () =>
  mails.mails.map(({ text }) => /(vence hoje|vence em [^.]*|venceu há [^.]*)/.exec(text)?.[1]);
const written = () => all<{ body: string }>(root.tenant.db, "SELECT body FROM message ORDER BY id");

describe("reminder by mail", () => {
  test("reminders are mailed 5 days and 1 day before, on the due date and 3 days after, each once", async () => {
    await owing();
    await pass(14);
    expect(told()).toEqual(["vence em 5 dias", "vence em 1 dia", "vence hoje", "venceu há 3 dias"]);
    expect(mails.mails[0]).toMatchObject({ to: ["dono@example.com"], subject: "Fatura da sua assinatura" });
    expect(mails.mails[0]?.text).toContain("https://balcao.example.com/financeiro");
  });

  test("after downtime a company gets one reminder, not one for each missed day", async () => {
    await owing();
    await pass(2);
    app.clock.advance(7 * DAY);
    await app.app.runJob("invoices");
    await app.app.runJob("mails");
    expect(told()).toEqual(["vence hoje"]);
    await pass(2);
    expect(told()).toEqual(["vence hoje"]);
    await pass(1);
    expect(told()).toEqual(["vence hoje", "venceu há 3 dias"]);
  });

  test("a paid invoice has no reminder", async () => {
    const { id } = await owing();
    await app.api(root).put(`/invoices/${id}`, { status: "paid" });
    await pass(14);
    expect(told()).toEqual([]);
  });
});

describe("reminders after a restore to an earlier moment", () => {
  test("reminders due until the hold ended are not sent again, and later ones are", async () => {
    // Restored on the 21st: the replaced machine sent the reminder of the 25th.
    const { tenant } = await owing();
    holdCompany(app.installation, tenant.id);
    await pass(7);
    expect(told()).toEqual([]);
    await app.api(root).post(`/companies/${tenant.id}/resume`);
    await app.app.runJob("invoices");
    await app.app.runJob("mails");
    expect(told()).toEqual([]);
    await pass(7);
    expect(told()).toEqual(["vence em 1 dia", "vence hoje", "venceu há 3 dias"]);
  });
});

describe("reminders of a changed company", () => {
  test("a disabled company gets no reminders", async () => {
    const { tenant } = await owing();
    await app.api(root).put(`/companies/${tenant.id}`, { status: false });
    await pass(14);
    expect(told()).toEqual([]);
  });

  test("an invoice with a moved due date gets its reminders again", async () => {
    const { tenant } = await owing();
    await pass(4);
    await app.api(root).put(`/companies/${tenant.id}`, { dueDate: "2026-12-05" });
    await pass(14);
    expect(told()).toEqual([
      "vence em 5 dias",
      "vence em 5 dias",
      "vence em 1 dia",
      "vence hoje",
      "venceu há 3 dias",
    ]);
  });
});

describe("company of an earlier release whose e-mail is not confirmed", () => {
  test("an unconfirmed e-mail address gets no reminders", async () => {
    const { tenant } = await owing();
    testConnection(root.tenant, { isDefault: true });
    run(
      app.installation.system,
      "INSERT INTO email_confirmation SELECT id, 1, email, ?, 9e15, 1, 0 FROM company WHERE id = ?",
      sha256("the code"),
      tenant.id,
    );
    await pass(10);
    expect([told(), written()]).toEqual([[], []]);
    expect((await app.api().post("/auth/confirm", { token: "the code" })).status).toBe(200);
    await pass(1);
    expect(told()).toHaveLength(1);
  });
});

describe("reminder by WhatsApp", () => {
  test("a WhatsApp reminder is sent from the provider's connected default number", async () => {
    testConnection(root.tenant, { isDefault: true });
    await owing();
    await pass(5);
    await app.app.runJob("invoices");
    expect(written()).toHaveLength(1);
    expect(written()[0]?.body).toContain("Olá, Padaria!");
    expect(all<{ number: string }>(root.tenant.db, "SELECT number FROM contact")).toEqual([
      { number: "5511988887777" },
    ]);
    run(root.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    await pass(10);
    expect(written()).toHaveLength(1);
    expect(told()).toHaveLength(4);
  });

  test("a WhatsApp reminder is not sent from another number", async () => {
    testConnection(root.tenant);
    await owing();
    await pass(5);
    expect(written()).toEqual([]);
    expect(told()).toHaveLength(1);
  });

  test("a WhatsApp reminder needs a country code; Brazilian numbers get theirs", () => {
    expect(
      ["(11) 98888-7777", "+55 11 98888-7777", "011 3333-4444", "+1 202 555 0123 99", "123", ""].map(
        internationalDigits,
      ),
    ).toEqual(["5511988887777", "5511988887777", "551133334444", "1202555012399", null, null]);
  });
});
