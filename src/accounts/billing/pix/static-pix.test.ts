import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ADDRESS = {
  fullName: "Ana Souza",
  address: "Rua das Flores, 10",
  city: "São Paulo",
  zipcode: "01310-100",
  country: "BR",
};
const setUp = () => {
  const { tenant, person } = payingCompany(app, "2026-11-30");
  const invoiceId = ensureOpenInvoice(app.installation, tenant.id)?.id ?? 0;
  return { tenant, person, api: app.api(person), invoiceId };
};

describe("payment without a gateway", () => {
  test("a payment without a gateway is rejected until a Pix key is set", async () => {
    const { api, invoiceId } = setUp();
    expect((await api.get(`/invoices/${invoiceId}`)).body.payable).toBe(false);
    expect(await api.post("/subscription", { invoiceId })).toMatchObject({
      status: 400,
      body: { error: "ERR_PAYMENT_NOT_CONFIGURED" },
    });
  });

  test("a payment without a gateway returns the code of this invoice, the same each time, ignoring the sent price", async () => {
    const provider = app.company();
    for (const [key, value] of [
      ["pixKey", "pix@balcao.com.br"],
      ["pixName", "Balcão Tecnologia"],
      ["pixCity", "Curitiba"],
    ] as const)
      writeSetting(provider, key, value);
    const { api, invoiceId, tenant } = setUp();
    const first = await api.post("/subscription", { invoiceId, price: 0.01, users: 1, connections: 1 });
    expect(first).toMatchObject({
      status: 200,
      body: {
        valor: { original: "99.90" },
        txid: `F${invoiceId}C${tenant.id}`,
        expiresAt: null,
        confirmsItself: false,
      },
    });
    expect(first.body.qrcode.qrcode).toContain("540599.905802BR5917Balcao Tecnologia6008Curitiba62");
    expect((await api.get(`/invoices/${invoiceId}`)).body).toMatchObject({
      payee: "Balcão Tecnologia",
      payable: true,
    });
    expect(first.body.qrcode.imagemQrcode).toStartWith("data:image/svg+xml;base64,");
    expect((await api.post("/subscription", { invoiceId: String(invoiceId) })).body).toEqual(first.body);
  });

  test.each([
    ["12.345.678/0001-90", "12345678000190"],
    ["123.456.789-09", "12345678909"],
    ["+55 (11) 98765-4321", "+5511987654321"],
    ["Pix@Balcao.com.br", "pix@balcao.com.br"],
    ["123e4567-e89b-12d3-a456-426655440000", "123e4567-e89b-12d3-a456-426655440000"],
  ])("normalizes the key %s as banks expect it", async (typed, known) => {
    const root = app.api(superUser(app, `Provedor de ${known}`));
    expect((await root.put("/settings/pixKey", { value: typed })).status).toBe(200);
    await root.put("/settings/pixName", { value: "Balcão" });
    await root.put("/settings/pixCity", { value: "Curitiba" });
    const { api, invoiceId } = setUp();
    const { body } = await api.post("/subscription", { invoiceId });
    expect(body.qrcode.qrcode).toContain(`01${String(known.length).padStart(2, "0")}${known}5204`);
  });

  test.each([
    ["pixKey", "minha chave"],
    ["pixKey", "chavé"],
    ["pixName", "日本語"],
    ["pixCity", "—"],
  ])("the setting %s rejects the value %s, which a Pix code cannot contain", async (key, value) => {
    const root = app.api(superUser(app, `Provedor com ${key} ${value}`));
    expect(await root.put(`/settings/${key}`, { value })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION" },
    });
  });

  test("a user can pay without a gateway only open invoices of their company", async () => {
    const { api, invoiceId } = setUp();
    const missing = { status: 404, body: { error: "ERR_NOT_FOUND" } };
    expect(await setUp().api.post("/subscription", { invoiceId })).toMatchObject(missing);
    expect(await api.post("/subscription", { invoiceId: 4711 })).toMatchObject(missing);
    expect((await api.post("/subscription", {})).body.details.fields).toEqual({ invoiceId: "required" });
    await app.api(superUser(app, `Provedor ${invoiceId}`)).put(`/invoices/${invoiceId}`, { status: "paid" });
    expect(await api.post("/subscription", { invoiceId })).toMatchObject({
      status: 409,
      body: { error: "ERR_INVOICE_PAID" },
    });
  });

  test("a payment without a gateway stores the payer only when all required fields are valid", async () => {
    const { api, invoiceId } = setUp();
    const { fullName: _, ...rest } = ADDRESS;
    const refused = await api.post("/subscription", { invoiceId, ...rest, city: " ", country: "AR" });
    expect(refused.body.details.fields).toEqual({
      fullName: "required",
      city: "required",
      country: "invalid",
    });
    expect((await api.get(`/invoices/${invoiceId}`)).body.payer).toBeNull();
    await api.post("/subscription", { invoiceId, ...ADDRESS });
    expect((await api.get(`/invoices/${invoiceId}`)).body.payer).toEqual({ ...ADDRESS, document: "" });
  });
});

describe("change of plan with a payment", () => {
  test("another plan is chosen by an admin with the payment, and assigned by paying", async () => {
    const { tenant, api, invoiceId } = setUp();
    const admin = app.api(testUser(tenant, { profile: "admin" }));
    const other = app.company("Plano maior", { value_cents: 25_000 }).company.plan;
    expect((await api.post("/subscription", { planId: other.id })).status).toBe(403);
    const chosen = await admin.post("/subscription", { planId: other.id });
    expect(chosen.body.valor).toEqual({ original: "250.00" });
    expect((await admin.post("/subscription", { planId: other.id })).body.invoiceId).toBe(
      chosen.body.invoiceId,
    );
    expect((await api.get(`/invoices/${invoiceId}`)).status).toBe(404);
    expect(tenant.company.plan.id).not.toBe(other.id);
    const root = app.api(superUser(app, "Provedor de planos"));
    await root.put(`/invoices/${chosen.body.invoiceId}`, { status: "paid" });
    expect(tenant.company.plan.id).toBe(other.id);
  });

  test("a plan that is not on offer, or is free, cannot be paid", async () => {
    const { tenant, invoiceId } = setUp();
    const admin = app.api(testUser(tenant, { profile: "admin" }));
    const hidden = app.company("Plano interno", { value_cents: 1 }).company.plan;
    run(app.installation.system, "UPDATE plan SET public = 0 WHERE id = ?", hidden.id);
    expect((await admin.post("/subscription", { planId: hidden.id })).status).toBe(404);
    const free = app.company("Plano livre", { value_cents: 0 }).company.plan;
    expect((await admin.post("/subscription", { planId: free.id })).body.details.fields).toEqual({
      planId: "invalid",
    });
    expect((await admin.get(`/invoices/${invoiceId}`)).status).toBe(200);
  });
});

test("contact data of the provider is returned to users of any company, empty fields included", async () => {
  const { api } = setUp();
  const { status, body } = await api.get("/subscription/contact");
  expect(status).toBe(200);
  expect(body).toEqual({ name: expect.any(String), email: expect.any(String), phone: expect.any(String) });
});
