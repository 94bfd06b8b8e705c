import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import {
  chargeCheckStarted,
  enqueueChargeChecks,
  webhookSecret,
} from "#accounts/billing/charges/webhooks.ts";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { settle } from "#accounts/billing/invoices/settle.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { type SettingKey, writeSetting } from "#accounts/settings/index.ts";
import { all } from "#platform/db/database.ts";
import { syncsUnderWay } from "#platform/db/durability/deferred-sync.ts";
import { ASAAS_KEY, type AsaasSimulator, startAsaas } from "#simulator/asaas/server.ts";
import { makeCertificates } from "#simulator/efi/certificates.ts";
import { EFI_CLIENT, type EfiSimulator, startEfi } from "#simulator/efi/server.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { GatewayTrustPort } from "./port.ts";

const PAYER = {
  fullName: "Ana Souza",
  address: "Rua das Flores, 10",
  city: "São Paulo",
  zipcode: "01310-100",
  country: "BR",
};
const GATEWAY_FAILED = { status: 502, body: { error: "ERR_PAYMENT_GATEWAY" } };

const certificates = makeCertificates();
let efi: EfiSimulator;
let asaas: AsaasSimulator;
let app: TestApp;
let provider: Tenant;
beforeEach(async () => {
  efi = startEfi(certificates);
  asaas = startAsaas();
  app = await start();
  app.clock.set(Date.UTC(2026, 10, 21, 12));
  provider = app.company("Provedor");
});
afterEach(async () => {
  await app.stop();
  await efi.stop();
  await asaas.stop();
});

const start = (directory?: string) =>
  startTestApp({
    env: { EFI_URL: efi.url, ASAAS_URL: asaas.url, PUBLIC_URL: "https://balcao.example.com" },
    ...(directory ? { directory, clock: app.clock } : {}),
    plug: ({ ports }) => ports.plug(GatewayTrustPort, { ca: certificates.ca }),
  });
const configure = (values: Partial<Record<SettingKey, string>>) => {
  for (const [key, value] of Object.entries(values)) writeSetting(provider, key as SettingKey, value);
};
const useEfi = ({ cert, key } = certificates.client) =>
  configure({
    paymentProvider: "efi",
    pixKey: "pix@balcao.com.br",
    efiClientId: EFI_CLIENT.id,
    efiClientSecret: EFI_CLIENT.secret,
    efiCertificate: `${cert}\n${key}`,
  });
const useAsaas = () => configure({ paymentProvider: "asaas", asaasPlatformKey: ASAAS_KEY });
const owing = () => {
  const { tenant, person } = payingCompany(app, "2026-11-30");
  const invoiceId = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
  return { tenant, person, api: app.api(person), invoiceId };
};
const payments = () => all<{ status: string }>(app.installation.system, "SELECT * FROM payment ORDER BY id");
/** Calls a webhook and returns the status, after the enqueued charges were checked. */
const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const { status } = await fetch(`${app.url}/webhooks/pix/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  await chargeCheckStarted(app.installation);
  return status;
};
const efiCalls = (body: unknown, secret = webhookSecret(app.installation, "efi")) =>
  call(`efi/${secret}/pix`, body);
const asaasCalls = (body: unknown, secret = webhookSecret(app.installation, "asaas")) =>
  call("asaas", body, { "asaas-access-token": secret });

describe("charge at Efí", () => {
  test("a charge at Efí is created over mutual TLS for the invoice's value, and the live one is returned again", async () => {
    useEfi();
    const { api, invoiceId } = owing();
    const [first, second] = await Promise.all([
      api.post("/subscription", { invoiceId, price: 1 }),
      api.post("/subscription", { invoiceId }),
    ]);
    const third = await api.post("/subscription", { invoiceId });
    expect(first.body).toMatchObject({
      valor: { original: "99.90" },
      expiresAt: "2026-11-21T13:00:00.000Z",
      confirmsItself: true,
    });
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect(efi.cobs.size).toBe(1);
    expect([...efi.cobs.values()]).toMatchObject([
      {
        txid: first.body.txid,
        valor: "99.90",
        chave: "pix@balcao.com.br",
        solicitacaoPagador: `#Fatura:${invoiceId}`,
      },
    ]);
    app.clock.advance(3_600_000);
    expect((await api.post("/subscription", { invoiceId })).body.txid).not.toBe(first.body.txid);
  });

  test("a charge at Efí is rejected by Efí without a known certificate", async () => {
    useEfi(certificates.stranger);
    const { api, invoiceId } = owing();
    expect(await api.post("/subscription", { invoiceId })).toMatchObject(GATEWAY_FAILED);
    expect(efi.calls).toEqual([]);
  });

  test("a charge at Efí is not created while credentials are missing, or Efí is down", async () => {
    useEfi();
    const { api, invoiceId } = owing();
    efi.broken = true;
    expect(await api.post("/subscription", { invoiceId })).toMatchObject(GATEWAY_FAILED);
    configure({ efiCertificate: "" });
    expect((await api.post("/subscription", { invoiceId })).body).toEqual({
      error: "ERR_PAYMENT_NOT_CONFIGURED",
    });
    configure({ efiClientSecret: "" });
    expect((await api.post("/subscription", { invoiceId })).body).toEqual({
      error: "ERR_PAYMENT_NOT_CONFIGURED",
    });
  });

  test("a charge at Efí is settled by the webhook once, however often it is called", async () => {
    useEfi();
    const { tenant, api, person, invoiceId } = owing();
    const socket = await app.socket(person);
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    const told = efi.pay(txid, "99.90");
    expect(await efiCalls(told)).toBe(200);
    expect((await socket.event("payment", "CONCLUIDA")).company).toEqual({
      id: tenant.id,
      dueDate: "2026-12-30",
    });
    expect(await Promise.all([efiCalls(told), efiCalls(told)])).toEqual([200, 200]);
    await app.app.runJob("charges");
    expect(payments()).toMatchObject([{ txid, status: "paid", amount_cents: 9990, source: "efi" }]);
    expect(tenant.company.dueDate).toBe("2026-12-30");
    expect(socket.events("payment")).toHaveLength(1);
    socket.close();
  });

  test("a webhook that is forged, names an unknown charge or an unpaid one settles no charge at Efí", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    const forged = { pix: [{ txid, valor: "99.90", endToEndId: "E1" }] };
    expect(await efiCalls(forged)).toBe(200);
    expect(await efiCalls({ pix: [{ txid: "nobody" }, { txid: 7 }, null] })).toBe(200);
    expect(await efiCalls({ evento: "teste_webhook" })).toBe(200);
    efi.pay(txid, "99.90");
    for (const secret of ["", "wrong", webhookSecret(app.installation, "asaas")])
      expect(await efiCalls(forged, secret)).toBe(401);
    expect(await call(`efi/${webhookSecret(app.installation, "efi")}/other`, forged)).toBe(404);
    expect(payments()).toEqual([]);
    expect(tenant.company.dueDate).toBe("2026-11-30");
    expect(await call(`efi/${webhookSecret(app.installation, "efi")}`, forged)).toBe(200);
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("the webhook of Efí is answered while Efí is unreachable, and settles the charge later", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    app.clock.advance(3_600_000);
    await app.app.runJob("charges");
    const told = efi.pay(txid, "99.90");
    efi.broken = true;
    expect(await efiCalls(told)).toBe(200);
    await app.app.runJob("charges");
    expect(payments()).toEqual([]);
    efi.broken = false;
    app.clock.advance(10 * 60_000);
    await app.app.runJob("charges");
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("the check of a charge is stored before the webhook is answered, and is done after a kill by the next start", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    // The charge was cancelled long ago: only the stored webhook causes a check.
    app.clock.advance(48 * 3_600_000);
    await app.app.runJob("charges");
    const told = efi.pay(txid, "99.90");
    efi.broken = true;
    const answer = await fetch(`${app.url}/webhooks/pix/efi/${webhookSecret(app.installation, "efi")}/pix`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(told),
    });
    expect(answer.status).toBe(200);
    expect(payments()).toEqual([]);
    const copy = `${app.directory}-killed`;
    cpSync(app.directory, copy, { recursive: true, filter: (path) => !path.includes("lock.sqlite") });
    efi.broken = false;
    const next = await start(copy);
    await next.app.runJob("charges");
    expect(all(next.installation.system, "SELECT txid, status FROM payment")).toEqual([
      { txid, status: "paid" },
    ]);
    expect(next.installation.tenants.open(tenant.id).company.dueDate).toBe("2026-12-30");
    await next.stop();
  });

  test("the check of a charge is on disk before the webhook is answered, without blocking other requests", async () => {
    const told = enqueueChargeChecks(app.installation, ["somebody's"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(syncsUnderWay()).toHaveLength(1);
    await told;
    expect(syncsUnderWay()).toEqual([]);
  });

  test("a charge at Efí stores a payment that is too small or was refunded, and renews no licence", async () => {
    useEfi();
    const [one, two] = [owing(), owing()];
    const first = (await one.api.post("/subscription", { invoiceId: one.invoiceId })).body.txid;
    const second = (await two.api.post("/subscription", { invoiceId: two.invoiceId })).body.txid;
    await efiCalls(efi.pay(first, "99.89"));
    const told = efi.pay(second, "99.90");
    efi.refund(second, "99.90");
    await efiCalls(told);
    expect(payments()).toMatchObject([{ txid: first, status: "short", amount_cents: 9989 }]);
    expect(all<{ code: string }>(provider.db, "SELECT code FROM notice")).toEqual([
      { code: "payment_unclear" },
    ]);
    expect([one.tenant, two.tenant].map(({ company }) => company.dueDate)).toEqual([
      "2026-11-30",
      "2026-11-30",
    ]);
    expect((await one.api.get(`/invoices/${one.invoiceId}`)).body.status).toBe("open");
  });

  test("a charge at Efí is booked once by its txid, also when the amount was too small", async () => {
    const { invoiceId } = owing();
    const receipt = { txid: "short", invoiceId, amountCents: 1, source: "efi", raw: "{}" } as const;
    expect([settle(app.installation, receipt), settle(app.installation, receipt)]).toEqual([
      "short",
      "known",
    ]);
  });

  test("a charge at Efí that is paid after its invoice was paid does not renew the licence again", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    await app.api(superUser(app, "Outro provedor")).put(`/invoices/${invoiceId}`, { status: "paid" });
    await efiCalls(efi.pay(txid, "99.90"));
    expect(payments()).toMatchObject([
      { status: "paid", source: "manual" },
      { txid, status: "extra" },
    ]);
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("a charge at Efí is settled by a webhook long after its end", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    app.clock.advance(3_600_000);
    await app.app.runJob("charges");
    app.clock.advance(24 * 3_600_000);
    await efiCalls(efi.pay(txid, "99.90"));
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("a charge at Efí of a reissued invoice pays the new one when the amount suffices", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    await app.api(superUser(app, "Outro provedor")).delete(`/invoices/${invoiceId}`);
    const next = ensureOpenInvoice(app.installation, tenant.id)?.id;
    await efiCalls(efi.pay(txid, "99.90"));
    expect((await api.get(`/invoices/${next}`)).body.status).toBe("paid");
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("a charge at Efí is checked every minute of its life, and once more after a restart", async () => {
    useEfi();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId })).body;
    await app.app.runJob("charges");
    expect(payments()).toEqual([]);
    app.clock.advance(5 * 3_600_000);
    efi.pay(txid, "99.90");
    await app.stop({ directory: true });
    app = await start(app.directory);
    await app.app.runJob("charges");
    expect(payments()).toMatchObject([{ txid, status: "paid" }]);
    expect(app.installation.tenants.open(tenant.id).company.dueDate).toBe("2026-12-30");
  });
});

describe("charge at Asaas", () => {
  test("a charge at Asaas requires a document once, creates one customer, and is returned again while it lives", async () => {
    useAsaas();
    const { api, invoiceId, tenant } = owing();
    const invoice = (await api.get(`/invoices/${invoiceId}`)).body;
    expect(invoice).toMatchObject({ needsDocument: true, payable: true });
    expect((await api.post("/subscription", { invoiceId, ...PAYER })).body.details.fields).toEqual({
      document: "required",
    });
    const first = await api.post("/subscription", { invoiceId, ...PAYER, document: "529.982.247-25" });
    expect(first.body).toMatchObject({ txid: "pay_1", valor: { original: "99.90" }, confirmsItself: true });
    expect((await api.post("/subscription", { invoiceId })).body).toEqual(first.body);
    expect([...asaas.customers.values()]).toMatchObject([
      { name: "Ana Souza", cpfCnpj: "52998224725", externalReference: `company-${tenant.id}` },
    ]);
    expect([...asaas.payments.values()]).toMatchObject([
      { value: 99.9, billingType: "PIX", dueDate: "2026-11-30" },
    ]);
  });

  test("a charge at Asaas is settled once by the webhook, whether received or confirmed", async () => {
    useAsaas();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId, ...PAYER, document: "52998224725" })).body;
    expect(await asaasCalls({ event: "PAYMENT_RECEIVED", payment: { id: txid, status: "RECEIVED" } })).toBe(
      200,
    );
    expect(payments()).toEqual([]);
    const confirmed = asaas.pay(txid, "CONFIRMED");
    expect(await asaasCalls(confirmed, "wrong")).toBe(401);
    expect(await call("asaas", confirmed)).toBe(401);
    expect(payments()).toEqual([]);
    expect(await asaasCalls(confirmed)).toBe(200);
    expect(await asaasCalls(asaas.pay(txid, "RECEIVED"))).toBe(200);
    expect(payments()).toMatchObject([{ txid, status: "paid", source: "asaas" }]);
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });

  test("a charge at Asaas is settled without a webhook, too", async () => {
    useAsaas();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId, ...PAYER, document: "52998224725" })).body;
    asaas.pay(txid);
    asaas.broken = true;
    await app.app.runJob("charges");
    expect(payments()).toEqual([]);
    asaas.broken = false;
    await app.app.runJob("charges");
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });
});

describe("charge that lives for a year", () => {
  test("a charge that lives for a year is checked every hour after its first day", async () => {
    useAsaas();
    const { tenant, api, invoiceId } = owing();
    const { txid } = (await api.post("/subscription", { invoiceId, ...PAYER, document: "52998224725" })).body;
    app.clock.advance(3 * 24 * 3_600_000);
    await app.app.runJob("charges");
    asaas.pay(txid);
    app.clock.advance(59 * 60_000);
    await app.app.runJob("charges");
    expect(payments()).toEqual([]);
    app.clock.advance(60_000);
    await app.app.runJob("charges");
    expect(tenant.company.dueDate).toBe("2026-12-30");
  });
});

describe("webhook registration", () => {
  test("the webhook registration is done by super users at the chosen gateway, and not duplicated", async () => {
    const root = app.api(superUser(app, "Outro provedor"));
    expect((await root.post("/subscription/webhook")).body).toEqual({ error: "ERR_PAYMENT_NOT_CONFIGURED" });
    useEfi();
    expect((await root.post("/subscription/webhook")).status).toBe(200);
    expect([...efi.webhooks]).toEqual([
      [
        "pix@balcao.com.br",
        `https://balcao.example.com/webhooks/pix/efi/${webhookSecret(app.installation, "efi")}`,
      ],
    ]);
    useAsaas();
    await root.post("/subscription/webhook");
    await root.post("/subscription/webhook");
    expect([...asaas.webhooks.values()]).toMatchObject([
      {
        url: "https://balcao.example.com/webhooks/pix/asaas",
        authToken: webhookSecret(app.installation, "asaas"),
      },
    ]);
    expect((await owing().api.post("/subscription/webhook")).status).toBe(403);
  });
});
