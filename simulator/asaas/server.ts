interface Customer {
  readonly id: string;
  readonly name: string;
  readonly cpfCnpj: string;
  readonly externalReference: string;
}
interface Payment {
  readonly id: string;
  readonly customer: string;
  readonly billingType: string;
  readonly dueDate: string;
  value: number;
  status: string;
  deleted: boolean;
  readonly bankSlipUrl?: string;
  readonly invoiceUrl?: string;
}
interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly authToken: string;
}

/** Simulates the used part of the Asaas API: customers, Pix payments, bills, QR codes, webhooks. */
export interface AsaasSimulator {
  readonly url: string;
  readonly customers: ReadonlyMap<string, Customer>;
  readonly payments: ReadonlyMap<string, Payment>;
  /** Adds a bill that the product did not create; the customer is created with their first bill. */
  bill(document: string, payment: Pick<Payment, "billingType" | "dueDate" | "value" | "status">): Payment;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** Marks the charge as paid and returns the webhook body of this event. */
  pay(id: string, status?: "RECEIVED" | "CONFIRMED", value?: number): object;
  /** While true, every call is answered with 500. */
  broken: boolean;
  stop(): Promise<void>;
}

/** The API key that the simulator accepts. */
export const ASAAS_KEY = "$aact_test_key";

export function startAsaas(): AsaasSimulator {
  const customers = new Map<string, Customer>();
  const payments = new Map<string, Payment>();
  const webhooks = new Map<string, Webhook>();
  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const problem = (status: number, code: string) => json({ errors: [{ code, description: code }] }, status);
  const list = (data: readonly unknown[]) =>
    json({ object: "list", hasMore: false, totalCount: data.length, limit: 100, offset: 0, data });

  const createCustomer = (body: Omit<Customer, "id">): Response => {
    if (!body.name || !/^(\d{11}|\d{14})$/.test(body.cpfCnpj ?? "")) return problem(400, "invalid_cpfCnpj");
    const customer = { ...body, id: `cus_${customers.size + 1}` };
    customers.set(customer.id, customer);
    return json({ object: "customer", ...customer });
  };
  const createPayment = (body: Omit<Payment, "id" | "status" | "deleted">): Response => {
    if (!customers.has(body.customer)) return problem(400, "invalid_customer");
    if (body.billingType !== "PIX" || !(body.value > 0)) return problem(400, "invalid_value");
    const payment = { ...body, id: `pay_${payments.size + 1}`, status: "PENDING", deleted: false };
    payments.set(payment.id, payment);
    return json({ object: "payment", ...payment });
  };
  const saveWebhook = (id: string, body: Omit<Webhook, "id">): Response => {
    webhooks.set(id, { ...body, id });
    return json({ ...body, id });
  };

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (simulator.broken) return problem(500, "internal");
      if (request.headers.get("access_token") !== ASAAS_KEY) return problem(401, "invalid_access_token");
      const body = request.method === "GET" || request.method === "DELETE" ? null : await request.json();
      const [, version, kind, id = "", what] = pathname.split("/");
      if (version !== "v3") return problem(404, "not_found");
      if (kind === "customers" && body) return createCustomer(body);
      if (kind === "customers") {
        const wanted = searchParams.get("externalReference");
        const document = searchParams.get("cpfCnpj");
        return list(
          [...customers.values()].filter(({ externalReference, cpfCnpj }) =>
            document === null ? externalReference === wanted : cpfCnpj === document,
          ),
        );
      }
      if (kind === "webhooks" && body) return saveWebhook(id || `whk_${webhooks.size + 1}`, body);
      if (kind === "webhooks") return list([...webhooks.values()]);
      if (kind === "payments" && body) return createPayment(body);
      if (kind === "payments" && id === "") {
        const [customer, status] = [searchParams.get("customer"), searchParams.get("status")];
        return list(
          [...payments.values()].filter((one) => one.customer === customer && one.status === status),
        );
      }
      const payment = payments.get(id);
      if (kind !== "payments" || !payment) return problem(404, "not_found");
      if (what === "pixQrCode")
        return json({
          encodedImage: "AA==",
          payload: `00020101asaas-${id}6304ABCD`,
          // Later than the clocks of tests, which begin in 2026, and of a demo.
          expirationDate: `${Math.max(2027, new Date().getFullYear() + 1)}-11-21 23:59:59`,
        });
      if (what === "identificationField")
        return payment.billingType === "BOLETO"
          ? json({
              identificationField: `0019050095401448160690680935031433737000000${id.length}`,
              nossoNumero: id,
            })
          : problem(400, "invalid_action");
      if (request.method === "DELETE") {
        if (payment.status !== "PENDING") return problem(400, "invalid_action");
        payment.deleted = true;
        return json({ deleted: true, id });
      }
      return json({ object: "payment", ...payment });
    },
  });

  const simulator: AsaasSimulator = {
    url: `http://127.0.0.1:${server.port}`,
    customers,
    payments,
    webhooks,
    broken: false,
    bill(document, fields) {
      const known = [...customers.values()].find(({ cpfCnpj }) => cpfCnpj === document);
      const customer = known ?? {
        id: `cus_${customers.size + 1}`,
        name: "Rui Melo",
        cpfCnpj: document,
        externalReference: "",
      };
      customers.set(customer.id, customer);
      const id = `pay_${payments.size + 1}`;
      const invoiceUrl = `https://www.asaas.com/i/${id}`;
      const payment: Payment = { ...fields, id, customer: customer.id, deleted: false, invoiceUrl };
      payments.set(id, payment);
      return payment;
    },
    pay(id, status = "RECEIVED", value) {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      payment.status = status;
      if (value !== undefined) payment.value = value;
      return {
        id: `evt_${id}_${status}`,
        event: `PAYMENT_${status}`,
        payment: { object: "payment", ...payment },
      };
    },
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}
