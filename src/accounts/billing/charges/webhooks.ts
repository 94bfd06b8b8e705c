import { badWebhookSecret, paymentNotConfigured } from "#accounts/billing/errors.ts";
import { listOf, partOf } from "#accounts/billing/gateways/call.ts";
import { chosenGateway, gatewayOf } from "#accounts/billing/gateways/index.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import { transaction } from "#platform/db/database.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { forwardPart } from "#platform/http/cells/forward.ts";
import { isPart } from "#platform/http/cells/internal-headers.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./charges.sql.ts";
import { checkCharge } from "./charges.ts";

/** Maximum number of charges checked in parallel, because gateways limit calls. */
const AT_ONCE = 8;
/** A charge that could not be checked is retried every minute for this long, ms. */
const KEPT_MS = 24 * 3_600_000;

interface CheckQueue {
  readonly waiting: Set<string>;
  readonly running: Set<Promise<void>>;
  /** Txids received in this turn of the event loop, and the callers waiting for their storage. */
  told: {
    readonly txids: readonly string[];
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }[];
}
const checkQueues = new WeakMap<Installation, CheckQueue>();

const checkQueueOf = (installation: Installation): CheckQueue => {
  const known = checkQueues.get(installation) ?? { waiting: new Set(), running: new Set(), told: [] };
  checkQueues.set(installation, known);
  return known;
};

/**
 * Enqueues checks of charges named by a webhook. Resolves once this is on disk, so that the webhook can be
 * answered (parallel calls share one sync); the charges are checked afterwards, and by the job `charges` if
 * that fails. Duplicates are checked once; an unknown or settled txid changes nothing.
 */
export function enqueueChargeChecks(installation: Installation, txids: readonly string[]): Promise<void> {
  const known = checkQueueOf(installation);
  return new Promise((done, failed) => {
    known.told.push({ txids, done, failed });
    if (known.told.length === 1) setImmediate(remember, installation, known);
  });
}

function remember(installation: Installation, known: CheckQueue): void {
  const { system, clock } = installation;
  const { told } = known;
  known.told = [];
  const txids = new Set(told.flatMap((call) => call.txids));
  try {
    const until = clock.now() + KEPT_MS;
    // The sync does not block the event loop: only the callers wait for it.
    const mine = withDeferredSync(system, () =>
      transaction(system, () =>
        [...txids].filter((txid) => execute(system, sql.remember, { until, txid }).changes > 0),
      ),
    );
    installation.durability.durable(system.$client).then(
      () => {
        for (const { done } of told) done();
      },
      (error: unknown) => {
        for (const { failed } of told) failed(error);
      },
    );
    for (const txid of mine) {
      known.waiting.add(txid);
      next(installation, known);
    }
  } catch (error) {
    for (const { failed } of told) failed(error);
  }
}

function next(installation: Installation, known: CheckQueue): void {
  const [txid] = known.waiting;
  if (txid === undefined || known.running.size >= AT_ONCE) return;
  // Removed before the check starts: a webhook received during the check enqueues another one, since the running
  // check may return an older state.
  known.waiting.delete(txid);
  const look = checkCharge(installation, txid)
    .catch((error: unknown) =>
      installation.log.warn(
        { txid, err: error },
        "charge of a webhook not checked at the payment gateway; the job `charges` checks it again",
      ),
    )
    .finally(() => {
      known.running.delete(look);
      next(installation, known);
    });
  known.running.add(look);
}

/** Resolves when all enqueued charges were checked. */
export async function chargeCheckStarted(installation: Installation): Promise<void> {
  const known = checkQueueOf(installation);
  while (known.running.size > 0) await Promise.all(known.running);
}

/** Finishes running checks; waiting ones are done after the next start. */
export async function stopLooking(installation: Installation): Promise<void> {
  const { waiting } = checkQueueOf(installation);
  waiting.clear();
  await chargeCheckStarted(installation);
}

/** Secret in the webhook URL that authenticates a gateway; derived from the installation key, so it is not stored. */
export const webhookSecret = ({ secrets }: Installation, gateway: string): string =>
  secrets.sign("pix-webhook", gateway).slice(0, 48);

/** Whether the secret is right; compares in constant time. */
function isWebhookSecret(installation: Installation, gateway: string, given: string): boolean {
  return equalSecrets(webhookSecret(installation, gateway), given);
}

const PREFIX = "/webhooks/pix/";
/** Maximum number of payments read from one call. */
const MAX_HINTS = 50;

/**
 * Webhooks of the gateways. The secret authenticates the caller; the body is only a hint which charges to
 * check and is never trusted (docs/rules/billing.md#webhooks). Responds once the checks are stored,
 * independent of the gateway's speed. Throws 401 ERR_INVALID_API_TOKEN, 404.
 */
async function answerWebhook(
  installation: Installation,
  request: Request,
  caller: Caller,
): Promise<Response> {
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
  if (installation.cells.all().length > 1 && !isPart(request, caller))
    await sendToOtherCells(installation, request, caller, { body, txids });
  return Response.json({ message: "ok" });
}

/** Sends a call to the other cells unless all of its charges are of this one. Throws 503 ERR_NOT_DURABLE. */
async function sendToOtherCells(
  { cells, system }: Installation,
  request: Request,
  caller: Caller,
  { body, txids }: { readonly body: object; readonly txids: readonly string[] },
): Promise<void> {
  if (txids.every((txid) => queryOne(system, sql.chargeByTxid, { txid }) !== undefined)) return;
  const token = request.headers.get("asaas-access-token");
  const part = {
    path: new URL(request.url).pathname,
    headers: token === null ? {} : { "asaas-access-token": token },
    body: JSON.stringify(body),
    caller,
  };
  const others = cells.all().filter((cell) => cell !== cells.own);
  const sent = await Promise.allSettled(others.map((cell) => forwardPart(cells, cell, part)));
  for (const result of sent) if (result.status === "rejected") throw result.reason;
}

export const pixWebhooks: Mount = { prefix: PREFIX, cell: "parts", handle: answerWebhook };

/**
 * Registers our webhook URL (`PUBLIC_URL`) at the chosen gateway; super users only (checked by the route).
 * Throws 400 ERR_PAYMENT_NOT_CONFIGURED (no gateway, no public address), 502 ERR_PAYMENT_GATEWAY.
 */
export async function setUpWebhook({ tenant }: UserCtx): Promise<void> {
  const { installation, company } = tenant;
  const { publicUrl } = installation.config;
  const name = chosenGateway(installation);
  if (name === null || publicUrl === null) throw paymentNotConfigured();
  await gatewayOf(installation, name).setUpWebhook({
    address: `${publicUrl}/webhooks/pix`,
    secret: webhookSecret(installation, name),
    email: company.email,
  });
}
