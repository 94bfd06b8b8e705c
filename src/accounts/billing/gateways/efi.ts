import { paymentNotConfigured } from "#accounts/billing/errors.ts";
import { asDecimal } from "#accounts/billing/present.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { callGateway, centsOf, listOf, partOf, textOf } from "./call.ts";
import { type ChargeState, GatewayTrustPort, type PixGateway } from "./port.ts";

/** Lifetime of an immediate charge, seconds (docs/rules/billing.md#gateways). */
const LIFE_S = 3600;
/** A token that expires sooner than this is replaced, ms. */
const TOKEN_MARGIN_MS = 60_000;

interface Token {
  readonly value: string;
  readonly until: number;
  /** Credentials for which the token was issued. */
  readonly of: string;
}
const tokens = new WeakMap<Installation, Token>();

/** Splits a PEM text into client certificate and key. Throws 400 ERR_PAYMENT_NOT_CONFIGURED. */
function readCertificate(pem: string): { readonly cert: string; readonly key: string } {
  const parts = pem.match(/-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g) ?? [];
  const cert = parts.filter((part) => part.startsWith("-----BEGIN CERTIFICATE-----")).join("\n");
  const key = parts.find((part) => /^-----BEGIN (RSA |EC )?PRIVATE KEY-----/.test(part));
  if (cert === "" || key === undefined) throw paymentNotConfigured();
  return { cert, key };
}

/** Pix of Efí: immediate charges over mutual TLS. */
export function efiGateway(installation: Installation): PixGateway {
  const { config, log, clock, ports } = installation;
  const setting = (key: "efiClientId" | "efiClientSecret" | "efiCertificate" | "pixKey") => {
    const value = installationSetting(installation, key);
    if (value === "") throw paymentNotConfigured();
    return value;
  };
  const credentials = `${setting("efiClientId")}:${setting("efiClientSecret")}`;
  const pixKey = setting("pixKey");
  const tls = { ...readCertificate(setting("efiCertificate")), ...ports.use(GatewayTrustPort) };

  const token = async (): Promise<string> => {
    const known = tokens.get(installation);
    if (known?.of === credentials && known.until > clock.now()) return known.value;
    const answer = await callGateway(log, {
      method: "POST",
      address: `${config.efiUrl}/oauth/token`,
      headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
      body: { grant_type: "client_credentials" },
      tls,
    });
    const value = textOf(answer, "access_token");
    const until = clock.now() + Number(answer["expires_in"] ?? 0) * 1000 - TOKEN_MARGIN_MS;
    tokens.set(installation, { value, until, of: credentials });
    return value;
  };
  const call = async (method: "GET" | "PUT" | "PATCH", path: string, body?: unknown, headers = {}) =>
    callGateway(log, {
      method,
      address: `${config.efiUrl}${path}`,
      headers: { authorization: `Bearer ${await token()}`, ...headers },
      body,
      tls,
    });

  return {
    needsDocument: false,
    async create({ invoiceId, valueCents }) {
      const txid = newUuid().replaceAll("-", "");
      const made = await call("PUT", `/v2/cob/${txid}`, {
        calendario: { expiracao: LIFE_S },
        valor: { original: asDecimal(valueCents) },
        chave: pixKey,
        solicitacaoPagador: `#Fatura:${invoiceId}`,
      });
      const place = textOf(partOf(made["loc"]), "id");
      const picture = await call("GET", `/v2/loc/${encodeURIComponent(place)}/qrcode`);
      return { txid, code: textOf(picture, "qrcode"), expiresAt: clock.now() + LIFE_S * 1000 };
    },
    async read(txid) {
      return stateOf(await call("GET", `/v2/cob/${encodeURIComponent(txid)}`));
    },
    async cancel(txid) {
      await call("PATCH", `/v2/cob/${encodeURIComponent(txid)}`, {
        status: "REMOVIDA_PELO_USUARIO_RECEBEDOR",
      });
    },
    async setUpWebhook({ address, secret }) {
      // Our endpoint requires no client certificate: the secret in the URL authenticates the caller, and the
      // body is never trusted.
      await call(
        "PUT",
        `/v2/webhook/${encodeURIComponent(pixKey)}`,
        { webhookUrl: `${address}/efi/${secret}` },
        { "x-skip-mtls-checking": "true" },
      );
    },
  };
}

function stateOf(answer: Readonly<Record<string, unknown>>): ChargeState {
  const raw = JSON.stringify(answer);
  const status = answer["status"];
  if (status === "CONCLUIDA") {
    const amountCents = listOf(answer["pix"]).reduce((sum, pix) => {
      const back = listOf(pix["devolucoes"])
        .filter((refund) => refund["status"] !== "NAO_REALIZADO")
        .reduce((given, refund) => given + centsOf(refund["valor"]), 0);
      return sum + centsOf(pix["valor"]) - back;
    }, 0);
    return { state: amountCents > 0 ? "settled" : "gone", amountCents, raw };
  }
  return { state: status === "ATIVA" ? "open" : "gone", amountCents: 0, raw };
}
