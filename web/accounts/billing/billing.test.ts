import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import type { InvoiceDetail } from "#accounts/billing/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { billingCalls } from "./billing-calls.ts";
import { shownStatus } from "./invoice-status.ts";
import { PayModel } from "./pay-model.ts";
import { shownDocument } from "./receipt.tsx";

const PAYER = {
  fullName: "Ana Souza",
  address: "Rua das Flores, 10",
  city: "São Paulo",
  zipcode: "01310-100",
  country: "BR",
  document: "",
} as const;
const INVOICE: InvoiceDetail = {
  id: 7,
  companyId: 2,
  companyName: "Padaria",
  companyDeleted: false,
  detail: "Básico",
  value: 99.9,
  dueDate: "2026-11-30",
  status: "open",
  recurrence: "MENSAL",
  paidAt: null,
  createdAt: "2026-11-10T09:00:00.000Z",
  payer: null,
  payee: "Balcão Tecnologia",
  payable: true,
  needsDocument: false,
  payments: [],
};
const CHARGE = {
  qrcode: { qrcode: "000201", imagemQrcode: "" },
  valor: { original: "99.90" },
  txid: "t",
  expiresAt: null,
  invoiceId: 7,
  confirmsItself: true,
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function paying(invoice: Partial<InvoiceDetail> = {}, refusal?: { status: number; body: unknown }) {
  let shown = { ...INVOICE, ...invoice };
  const { api, calls } = fakeApi(({ method }) =>
    method === "GET" ? { body: shown } : (refusal ?? { body: CHARGE }),
  );
  let tell: (event: EventData) => void = () => undefined;
  const told: unknown[] = [];
  const model = new PayModel({
    invoiceId: 7,
    access: {
      calls: billingCalls(api),
      socket: {
        on: (_, heard) => {
          tell = heard;
          return () => undefined;
        },
      },
    },
    onMade: () => told.push("made"),
    onRenewed: ({ dueDate }) => told.push(["renewed", dueDate]),
    onDone: (dueDate) => told.push(["done", dueDate]),
    onFailure: (error) => told.push(error),
  });
  const stop = model.open();
  await settle();
  return {
    model,
    calls,
    told,
    stop,
    tell: (event: EventData) => tell(event),
    change: (next: Partial<InvoiceDetail>) => {
      shown = { ...shown, ...next };
    },
  };
}

describe("status of an invoice", () => {
  test("an invoice is shown as paid, as overdue from the day after its due date, else as open", () => {
    const today = "2026-11-30";
    expect(shownStatus({ status: "paid", dueDate: "2026-01-01" }, today)).toBe("paid");
    expect(shownStatus({ status: "open", dueDate: "2026-11-29" }, today)).toBe("overdue");
    expect(shownStatus({ status: "open", dueDate: "2026-11-30" }, today)).toBe("open");
  });
});

describe("payment of an invoice", () => {
  test("without a configured payment gateway no payment form is shown and no charge is requested", async () => {
    const { model, calls, stop } = await paying({ payable: false, payer: PAYER });
    expect(model.state.value.kind).toBe("unavailable");
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
    stop();
  });

  test("payments that were disabled after the dialog opened are shown with a reason", async () => {
    const refused = { status: 400, body: { error: "ERR_PAYMENT_NOT_CONFIGURED" } };
    const { model, stop } = await paying({ payer: PAYER }, refused);
    expect(model.state.value.kind).toBe("unavailable");
    stop();
  });

  test("the payment form is prefilled with the data of the earlier payment", async () => {
    const known = await paying({ payer: PAYER, needsDocument: true });
    expect(known.model.state.value.kind).toBe("payer");
    expect(known.model.form.values.value).toMatchObject(PAYER);
    known.stop();
  });

  test("the payment form asks for the payer and creates the charge with these data", async () => {
    const { model, calls, told, stop } = await paying();
    expect(model.state.value.kind).toBe("payer");
    await model.form.submit();
    expect(model.form.problem("fullName")).toBe("required");
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(0);
    for (const [name, value] of Object.entries(PAYER)) model.form.set(name as keyof typeof PAYER, value);
    void model.form.submit();
    jest.advanceTimersByTime(400);
    await settle();
    expect(calls.at(-1)).toMatchObject({
      method: "POST",
      path: "/subscription",
      body: { ...PAYER, invoiceId: 7 },
    });
    expect(model.state.value).toEqual({ kind: "code", charge: CHARGE });
    expect(told).toEqual(["made"]);
    stop();
  });

  test("with a known payer the dialog shows the Pix code at once, and the page continues three seconds after the payment", async () => {
    const { model, told, tell, stop } = await paying({ payer: PAYER });
    expect(model.state.value.kind).toBe("code");
    tell({ action: "CONCLUIDA", company: { id: 2, dueDate: "2026-12-30" }, invoiceId: 8 });
    expect(model.state.value.kind).toBe("code");
    tell({ action: "CONCLUIDA", company: { id: 2, dueDate: "2026-12-30" }, invoiceId: 7 });
    expect(model.state.value).toEqual({ kind: "paid", dueDate: "2026-12-30", isNew: true, renews: true });
    jest.advanceTimersByTime(2999);
    expect(told).toEqual(["made", ["renewed", "2026-12-30"]]);
    jest.advanceTimersByTime(1);
    expect(told.at(-1)).toEqual(["done", "2026-12-30"]);
    stop();
  });

  test("the payment of message costs moves no due date", async () => {
    const { model, told, tell, stop } = await paying({ payer: PAYER, kind: "costs" });
    tell({ action: "CONCLUIDA", company: { id: 2, dueDate: "2026-11-30" }, invoiceId: 7 });
    expect(model.state.value).toEqual({ kind: "paid", dueDate: null, isNew: true, renews: false });
    jest.advanceTimersByTime(3000);
    expect(told.at(-1)).toEqual(["done", null]);
    stop();
  });

  test("a payment whose event was lost is found by polling", async () => {
    const { model, change, stop } = await paying({ payer: PAYER });
    change({ status: "paid" });
    jest.advanceTimersByTime(15_000);
    await settle();
    expect(model.state.value).toEqual({ kind: "paid", dueDate: null, isNew: true, renews: true });
    stop();
  });

  test("the payer's document is requested if the gateway requires one", async () => {
    const { model, stop } = await paying({ payer: PAYER, needsDocument: true });
    expect(model.state.value.kind).toBe("payer");
    expect(model.form.value("fullName")).toBe("Ana Souza");
    stop();
  });

  test("a failed charge shows the reason and can be retried", async () => {
    const refusal = { status: 502, body: { error: "ERR_PAYMENT_GATEWAY" } };
    const { model, stop } = await paying({ payer: PAYER }, refusal);
    expect(model.state.value).toMatchObject({ kind: "error", error: { code: "ERR_PAYMENT_GATEWAY" } });
    stop();
  });

  test("a paid invoice is shown as paid", async () => {
    const { model, stop } = await paying({ status: "paid" });
    expect(model.state.value).toEqual({ kind: "paid", dueDate: null, isNew: false, renews: true });
    stop();
  });
});

test("a receipt shows the payer's document in its usual format", () => {
  expect([shownDocument("12345678909"), shownDocument("12345678000190"), shownDocument("")]).toEqual([
    "123.456.789-09",
    "12.345.678/0001-90",
    "",
  ]);
});
