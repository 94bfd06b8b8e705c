import { setting } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Caller, centsIn, dayIn, type Fields, fieldsOf, jsonOf, rowsOf, textIn } from "./call.ts";
import { baseOf } from "./content.ts";
import { digitsOf, written } from "./document.ts";
import { type Bill, type BillingDriver, BillingFailed, MAX_BILLS } from "./system.ts";

/** Status codes of a blocked connection: manually, automatically, or for unpaid bills. */
const BLOCKED = ["CM", "CA", "FA"];
/** Error code of a contract that is not blocked any more. */
const UNBLOCKED_ALREADY = "107";

/** IXC Provedor, `webservice/v1`. */
export function ixcDriver(tenant: Tenant, call: Caller): BillingDriver {
  const base = `${baseOf(setting(tenant, "ipixc"), /\/webservice\/v1$/)}/webservice/v1`;
  const authorization = `Basic ${Buffer.from(setting(tenant, "tokenixc").trim()).toString("base64")}`;
  const post = (path: string, body: Fields, lists: boolean) =>
    call({
      method: "POST",
      url: `${base}/${path}`,
      headers: { authorization, "content-type": "application/json", ...(lists && { ixcsoft: "listar" }) },
      body: JSON.stringify(body),
    });
  const list = async (table: string, field: string, query: string, more: Fields = {}) => {
    const wanted = { qtype: `${table}.${field}`, query, oper: "=", page: "1", rp: "20", ...more };
    const answer = fieldsOf(jsonOf(await post(table, wanted, true)));
    // Errors have status 200 as well.
    if (answer["type"] === "error") throw new BillingFailed("refused");
    return rowsOf(answer["registros"]);
  };
  const customersBy = (query: string) =>
    list("cliente", "cnpj_cpf", query, { sortname: "cliente.id", sortorder: "desc" });

  return {
    async customer(document) {
      const rows = await customersBy(written(document));
      const [row] = rows.length > 0 ? rows : await customersBy(document);
      if (!row || digitsOf(textIn(row, "cnpj_cpf")) !== document) return undefined;
      return { id: textIn(row, "id"), name: textIn(row, "razao"), document };
    },
    async bills({ id }) {
      const rows = await list("fn_areceber", "id_cliente", id, {
        rp: String(MAX_BILLS),
        sortname: "fn_areceber.data_vencimento",
        sortorder: "asc",
        grid_param: JSON.stringify([{ TB: "fn_areceber.status", OP: "=", P: "A" }]),
      });
      return await Promise.all(rows.slice(0, MAX_BILLS).map((row) => billOf(row, post)));
    },
    async contracts({ id }) {
      const order = { sortname: "cliente_contrato.id", sortorder: "asc" };
      const rows = await list("cliente_contrato", "id_cliente", id, order);
      return rows
        .filter((row) => textIn(row, "status") === "A")
        .map((row) => ({
          id: textIn(row, "id"),
          name: textIn(row, "contrato"),
          isBlocked: BLOCKED.includes(textIn(row, "status_internet")),
        }));
    },
    async unblock(contractId) {
      const answer = fieldsOf(jsonOf(await post("desbloqueio_confianca", { id: contractId }, false)));
      const accepted = answer["tipo"] === "sucesso" || textIn(answer, "codigo") === UNBLOCKED_ALREADY;
      return {
        accepted,
        message: textIn(answer, "mensagem")
          .replace(/<[^>]*>/g, " ")
          .trim(),
      };
    },
  };
}

type Post = (path: string, body: Fields, lists: boolean) => ReturnType<Caller>;

async function billOf(row: Fields, post: Post): Promise<Bill> {
  const id = textIn(row, "id");
  const link = textIn(row, "gateway_link");
  const [pix, pdf] = await Promise.all([pixOf(id, post), link === "" ? pdfOf(id, post) : ""]);
  return {
    dueDate: dayIn(row, "data_vencimento"),
    valueCents: centsIn(row, "valor"),
    link,
    pdf,
    typedLine: textIn(row, "linha_digitavel"),
    pix,
  };
}

/** "" when the bill has no Pix code. */
async function pixOf(id: string, post: Post): Promise<string> {
  const answer = fieldsOf(jsonOf(await post("get_pix", { id_areceber: id }, true)));
  if (answer["type"] !== "success") return "";
  const code = (key: string, name: string) => {
    const part = fieldsOf(answer["pix"])[key];
    return typeof part === "object" && part !== null ? textIn(part as Fields, name) : "";
  };
  return code("qrCode", "qrcode") || code("dadosPix", "pixCopiaECola");
}

/** The bill as a file, base64; "" when there is none. */
async function pdfOf(id: string, post: Post): Promise<string> {
  const wanted = { boletos: id, juro: "S", multa: "S", atualiza_boleto: "S", tipo_boleto: "arquivo" };
  const { status, text } = await post("get_boleto", { ...wanted, base64: "S" }, true);
  const base64 = text.trim().replace(/^"|"$/g, "");
  return status === 200 && base64.startsWith("JVBERi") ? base64 : "";
}
