import { setting } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Caller, centsIn, dayIn, type Fields, fieldsOf, jsonOf, rowsOf, textIn } from "./call.ts";
import { baseOf } from "./content.ts";
import { type BillingDriver, BillingFailed, MAX_BILLS } from "./system.ts";

/** Lifetime of a token (docs/rules/integrations.md#billing-look-ups), ms. */
const TOKEN_MS = 5 * 60_000;
const OPEN = ["aberto", "vencido"];
const tokens = new WeakMap<Tenant, { readonly of: string; readonly token: string; readonly until: number }>();

/** MK-Auth, `/api/`. */
export function mkauthDriver(tenant: Tenant, call: Caller): BillingDriver {
  const base = baseOf(setting(tenant, "ipmkauth"), /\/api$/);
  const basic = Buffer.from(
    `${setting(tenant, "clientidmkauth")}:${setting(tenant, "clientsecretmkauth")}`,
  ).toString("base64");
  const of = `${base} ${basic}`;

  const login = async (): Promise<string> => {
    const headers = { authorization: `Basic ${basic}` };
    const { status, text } = await call({ method: "GET", url: `${base}/api/`, headers });
    const token = text.trim().replace(/^"|"$/g, "");
    if (status !== 200) throw new BillingFailed(`answered ${status}`);
    if (!/^[\w.-]{20,}$/.test(token)) throw new BillingFailed("credentials refused");
    tokens.set(tenant.base, { of, token, until: tenant.clock.now() + TOKEN_MS });
    return token;
  };
  const known = (): string | undefined => {
    const entry = tokens.get(tenant.base);
    return entry?.of === of && entry.until > tenant.clock.now() ? entry.token : undefined;
  };
  const request = async (path: string, token: string) =>
    await call({ method: "GET", url: `${base}/api/${path}`, headers: { authorization: `Bearer ${token}` } });
  /** Null when the customer does not exist. */
  const get = async (path: string): Promise<Fields | null> => {
    const stored = known();
    const first = await request(path, stored ?? (await login()));
    const answer = first.status === 401 && stored !== undefined ? await request(path, await login()) : first;
    if (answer.status === 404 || /^\s*"?null"?\s*$/i.test(answer.text)) return null;
    const fields = fieldsOf(jsonOf(answer));
    return /n[ãa]o encontrad|nenhum/i.test(textIn(fields, "mensagem")) ? null : fields;
  };
  const customerOf = async (document: string): Promise<Fields | null> => {
    const answer = await get(`cliente/show/${document}`);
    if (!answer) return null;
    const inner = fieldsOf(answer["dados_cliente"] ?? answer);
    const fields = fieldsOf(inner["titulos"] ?? inner);
    return textIn(fields, "uuid_cliente") === "" ? null : fields;
  };

  return {
    async customer(document) {
      const fields = await customerOf(document);
      return fields
        ? { id: textIn(fields, "uuid_cliente"), name: textIn(fields, "nome"), document }
        : undefined;
    },
    async bills({ document }) {
      const rows = rowsOf((await get(`titulo/titulos/${document}`))?.["titulos"]);
      return rows
        .filter((row) => OPEN.includes(textIn(row, "status").toLowerCase()))
        .map((row) => ({
          dueDate: dayIn(row, "datavenc"),
          valueCents: centsIn(row, "valor"),
          link: `${base}/boleto/21boleto.php?titulo=${encodeURIComponent(textIn(row, "titulo"))}`,
          pdf: "",
          typedLine: textIn(row, "linhadig"),
          pix: textIn(row, "pix") || textIn(row, "qrcode"),
        }))
        .sort((a, b) => a.dueDate.localeCompare(b.dueDate))
        .slice(0, MAX_BILLS);
    },
    async contracts({ document }) {
      const fields = await customerOf(document);
      if (!fields) return [];
      const name = textIn(fields, "plano") || textIn(fields, "login");
      const isBlocked = textIn(fields, "bloqueado").toLowerCase() === "sim";
      return [{ id: textIn(fields, "uuid_cliente"), name, isBlocked }];
    },
    async unblock(contractId) {
      const answer = await get(`cliente/desbloqueio/${encodeURIComponent(contractId)}`);
      if (!answer) throw new BillingFailed("no such customer");
      const refused = /erro|falha/i.test(textIn(answer, "status"));
      return { accepted: !refused, message: textIn(answer, "mensagem") };
    },
  };
}
