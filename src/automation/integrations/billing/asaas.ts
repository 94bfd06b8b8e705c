import { setting } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Caller, centsIn, dayIn, type Fields, fieldsOf, jsonOf, rowsOf, textIn } from "./call.ts";
import { type Bill, type BillingDriver, BillingFailed, MAX_BILLS } from "./system.ts";

/** Asaas v3, with the company's own API key. */
export function asaasDriver(tenant: Tenant, call: Caller): BillingDriver {
  const key = setting(tenant, "asaas").trim();
  const get = (path: string) =>
    call({
      method: "GET",
      url: `${tenant.installation.config.asaasUrl}/v3/${path}`,
      headers: { access_token: key },
    });
  const list = async (path: string) => rowsOf(fieldsOf(jsonOf(await get(path)))["data"]);
  const openBills = async (customer: string, status: string) => {
    const rows = await list(`payments?customer=${encodeURIComponent(customer)}&status=${status}&limit=100`);
    return [...rows].sort((a, b) => textIn(a, "dueDate").localeCompare(textIn(b, "dueDate")));
  };
  /** Payment details of a bill (Pix or typed line); empty when the bill cannot be paid that way. */
  const detail = async (id: string, what: string): Promise<Fields> => {
    const answer = await get(`payments/${encodeURIComponent(id)}/${what}`);
    return answer.status === 400 || answer.status === 404 ? {} : fieldsOf(jsonOf(answer));
  };
  const billOf = async (row: Fields): Promise<Bill> => {
    const id = textIn(row, "id");
    const hasLine = textIn(row, "billingType") === "BOLETO";
    const [pix, line] = await Promise.all([
      detail(id, "pixQrCode"),
      hasLine ? detail(id, "identificationField") : {},
    ]);
    return {
      dueDate: dayIn(row, "dueDate"),
      valueCents: centsIn(row, "value"),
      link: textIn(row, "bankSlipUrl") || textIn(row, "invoiceUrl"),
      pdf: "",
      typedLine: textIn(line, "identificationField"),
      pix: textIn(pix, "payload"),
    };
  };
  const unsupported = () => Promise.reject(new BillingFailed("not supported"));

  return {
    async customer(document) {
      const [row] = await list(`customers?cpfCnpj=${document}&limit=1`);
      return row ? { id: textIn(row, "id"), name: textIn(row, "name"), document } : undefined;
    },
    async bills({ id }) {
      const overdue = await openBills(id, "OVERDUE");
      const pending = overdue.length < MAX_BILLS ? await openBills(id, "PENDING") : [];
      return await Promise.all([...overdue, ...pending].slice(0, MAX_BILLS).map(billOf));
    },
    contracts: unsupported,
    unblock: unsupported,
  };
}
