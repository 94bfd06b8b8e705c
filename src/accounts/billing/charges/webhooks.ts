import { badWebhookSecret } from "#accounts/billing/errors.ts";
import { listOf, partOf } from "#accounts/billing/gateways/call.ts";
import { notFound } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { enqueueChargeChecks } from "./webhook-intake.ts";
import { isWebhookSecret } from "./webhook-secret.ts";

const PREFIX = "/webhooks/pix/";
/** Maximum number of payments read from one call. */
const MAX_HINTS = 50;

/**
 * Webhooks of the gateways. The secret authenticates the caller; the body is only a hint which charges to
 * check and is never trusted (docs/rules/billing.md#webhooks). Responds once the checks are stored,
 * independent of the gateway's speed. Throws 401 ERR_INVALID_API_TOKEN, 404.
 */
async function answerWebhook(installation: Installation, request: Request): Promise<Response> {
  const [gateway, secret = "", tail, ...rest] = new URL(request.url).pathname.slice(PREFIX.length).split("/");
  const isEfi = gateway === "efi" && (tail === undefined || tail === "pix") && rest.length === 0;
  const isAsaas = gateway === "asaas" && secret === "" && tail === undefined;
  if (request.method !== "POST" || !(isEfi || isAsaas)) throw notFound();
  const given = isEfi ? secret : (request.headers.get("asaas-access-token") ?? "");
  if (!isWebhookSecret(installation, gateway, given)) throw badWebhookSecret();
  const body = partOf(await readJson(request));
  const hints = isEfi ? listOf(body["pix"]).map((pix) => pix["txid"]) : [partOf(body["payment"])["id"]];
  const txids = hints.slice(0, MAX_HINTS).filter((txid) => typeof txid === "string");
  await enqueueChargeChecks(installation, txids);
  return Response.json({ message: "ok" });
}

export const pixWebhooks: Mount = { prefix: PREFIX, handle: answerWebhook };
