import { createHmac } from "node:crypto";
import { installationSetting } from "#accounts/settings/index.ts";
import { scheduleStateRead } from "#channels/connections/cloud/number-state.ts";
import { splitHistory } from "#channels/connections/cloud/split-history.ts";
import { translateCloud } from "#channels/connections/cloud/translate.ts";
import { importAddressBook } from "#channels/connections/coexistence/address-book.ts";
import { applyOffboarding } from "#channels/connections/coexistence/offboarding.ts";
import { recordHistoryPart } from "#channels/connections/coexistence/progress.ts";
import { InboxPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { applyAccountUpdates } from "#channels/connections/restrictions/official.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { withBody } from "#platform/http/body/body.ts";
import { isPart } from "#platform/http/cells/internal-headers.ts";
import { type Caller, networkOf } from "#platform/http/server/caller.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { type MetaRoute, routeOf, routesOfBusiness } from "./accounts.ts";
import { mayBeElsewhere, storeInCells } from "./cells.ts";
import { countDropped } from "./dropped-webhooks.ts";
import { recordRefusal } from "./outages.ts";
import { listOf, type Part, partOf, textOf } from "./parts.ts";
import { needsSenderName, storeAndFetchNames } from "./sender-names.ts";
import {
  isProcessed,
  MAX_WEBHOOK_BYTES,
  processStoredWebhooks,
  proveSender,
  SMALL_WEBHOOK_BYTES,
  writeWebhook,
} from "./stored-webhooks.ts";
import { emitTemplatesDecided, isAboutTemplates } from "./template-notices.ts";
import { translatePages } from "./translate-pages.ts";
import type { Delivery, Translator } from "./translator.ts";

const PATH = "/webhooks/meta";
/** Translators by the `object` of the body; webhooks for other objects are answered with 200 and dropped. */
const translators: Readonly<Record<string, Translator>> = {
  page: translatePages("page"),
  instagram: translatePages("instagram"),
  whatsapp_business_account: translateCloud,
};

/**
 * Webhook of Meta for pages, Instagram accounts and official numbers. A call without a well-formed signature is
 * refused before its body is read; the signature over the raw body is checked while it arrives. 200 is sent once
 * everything is in the durable inbox, which ignores repetitions by their key. Throws 401 ERR_INVALID_API_TOKEN, 403
 * ERR_NO_PERMISSION, 404, 413 ERR_MEDIA_TOO_LARGE, 400 ERR_VALIDATION.
 */
async function answerWebhook(
  installation: Installation,
  request: Request,
  caller: Caller,
): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== PATH) throw notFound();
  if (request.method === "GET") return answerChallenge(installation, url.searchParams);
  if (request.method !== "POST") throw notFound();
  if (isPart(request, caller)) return answerPart(installation, request);
  const secret = installationSetting(installation, "metaAppSecret");
  const signature = checkSignature(secret, request.headers.get("x-hub-signature-256"));
  if (!signature) throw unsigned();
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  const address = networkOf(caller.ip);
  if (!(declared <= SMALL_WEBHOOK_BYTES)) {
    const { add: onPiece, isValid } = signature;
    const name = await writeWebhook(installation, request, { address, onPiece, isValid });
    if (name === null) throw unsigned();
    proveSender(installation, address);
    const processing = isProcessed(installation, name) || resumeStoredWebhooks(installation);
    if (installation.durability.isRemote) await requireProcessed(installation, name, processing);
    return Response.json({ message: "ok" });
  }
  const body = await withBody(
    request,
    (bytes) => {
      if (!signature.isValid()) throw unsigned();
      proveSender(installation, address);
      return parsed(bytes);
    },
    { maxBytes: SMALL_WEBHOOK_BYTES, onPiece: signature.add },
  );
  await storeAll(installation, body, caller);
  return Response.json({ message: "ok" });
}

/**
 * In a cluster the file is on one machine only, so 200 needs the events in the durable inbox. Throws 503 ERR_NOT_DURABLE
 * otherwise: Meta repeats the call, and the file is processed meanwhile.
 */
async function requireProcessed(
  installation: Installation,
  name: string,
  processing: Promise<void> | true,
): Promise<void> {
  const { clock } = installation;
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(PROCESSED_MS, resolve);
  await Promise.race([processing, patience]);
  cancel();
  if (!isProcessed(installation, name)) throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 60 });
}

/** How long a call with a large body waits until it is processed, ms. After that Meta repeats it, and finds it processed. */
const PROCESSED_MS = 15_000;

/** The part of a body for this cell; another cell has checked the signature. */
async function answerPart(installation: Installation, request: Request): Promise<Response> {
  const body = await withBody(request, parsed, { maxBytes: MAX_WEBHOOK_BYTES, company: "meta parts" });
  await storeHere(installation, body);
  return Response.json({ message: "ok" });
}

/** Processes the large bodies on disk; also called at the start, for those that a stop left behind. */
export const resumeStoredWebhooks = (installation: Installation): Promise<void> =>
  processStoredWebhooks(installation, (body) => storeAll(installation, body)).catch((error: unknown) =>
    installation.log.error(
      { err: error },
      "processing large webhooks failed; they are processed with the next large one or at the next start",
    ),
  );

export const metaWebhooks: Mount = {
  prefix: PATH,
  cell: "parts",
  async handle(installation, request, caller) {
    try {
      return await answerWebhook(installation, request, caller);
    } catch (error) {
      recordRefusal(installation, error);
      throw error;
    }
  },
};

/** Meta verifies the address once, when the webhook is configured. */
function answerChallenge(installation: Installation, query: URLSearchParams): Response {
  const expected = installationSetting(installation, "metaVerifyToken");
  if (query.get("hub.mode") !== "subscribe" || !isSameSecret(expected, query.get("hub.verify_token")))
    throw new AppError(403, "ERR_NO_PERMISSION");
  return new Response(query.get("hub.challenge") ?? "", {
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  });
}

const unsigned = () => new AppError(401, "ERR_INVALID_API_TOKEN");

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new AppError(400, "ERR_VALIDATION", { fields: { body: "invalid" } });
  }
}

/**
 * Stores the events of a body in the companies they belong to, also in other cells. Throws when an event could not be stored,
 * so that Meta repeats the call.
 */
function storeAll(installation: Installation, body: unknown, caller?: Caller): Promise<void> {
  const { cells } = installation;
  const here = (part: unknown) => storeHere(installation, part);
  return cells.all().length === 1 ? here(body) : storeInCells(cells, PATH, body, here, caller);
}

/** Stores the events of companies of this cell. */
async function storeHere(installation: Installation, body: unknown): Promise<void> {
  const { object, entry } = partOf(body);
  const translate = translators[textOf(object)];
  if (!translate) {
    countDropped(installation, "object");
    return;
  }
  const nowMs = installation.clock.now();
  const parts = listOf(entry);
  let isWhole = true;
  for (const part of parts)
    for (const piece of translate === translateCloud ? splitHistory(part) : [part])
      for (const delivery of translate(piece, nowMs))
        if (!(await store(installation, delivery))) isWhole = false;
  if (translate === translateCloud) await applyNotices(installation, parts);
  // Thrown after everything else is stored: Meta repeats the whole body, and the inbox ignores what it has.
  if (!isWhole) throw new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
}

/** What a body says about numbers, accounts and templates. */
async function applyNotices(installation: Installation, parts: readonly Part[]): Promise<void> {
  for (const part of parts) await applyOffboarding(installation, part);
  for (const part of parts) applyAccountUpdates(installation, part);
  for (const part of parts.filter(isAboutNumbers)) scheduleReads(installation, textOf(part["id"]));
  for (const part of parts.filter(isAboutTemplates)) emitTemplatesDecided(installation, part);
}

/** Stores the events of one account. False: another cell may have the account, so the call must be repeated. */
async function store(installation: Installation, delivery: Delivery): Promise<boolean> {
  const route = routeOf(installation, delivery.kind, delivery.externalId);
  if (route) {
    await storeEvents(installation, route, delivery);
    return true;
  }
  if (await mayBeElsewhere(installation.cells, delivery)) return false;
  countDropped(installation, "unknown_id");
  return true;
}

async function storeEvents(installation: Installation, route: MetaRoute, delivery: Delivery): Promise<void> {
  const { events, history = [], addressBook = [] } = delivery;
  if (events.length + history.length + addressBook.length === 0) return;
  const { ports, tenants, clock } = installation;
  const tenant = tenants.open(route.companyId);
  await importAddressBook(tenant, addressBook);
  if (delivery.history) {
    for (let start = 0; start < events.length; start += SLICE) {
      await ports.use(InboxPort).store(tenant, route.connectionId, events.slice(start, start + SLICE));
      await yieldToEventLoop(tenant);
    }
    for (const part of history) recordHistoryPart(tenant, route.connectionId, part);
    return;
  }
  if (events.length === 0) return;
  // The names are not awaited: a slow profile must delay neither the response to Meta nor the storing of the events.
  if (events.some((event) => needsSenderName(tenant, event))) await storeAndFetchNames(tenant, route, events);
  else await ports.use(InboxPort).store(tenant, route.connectionId, events);
  ports
    .use(SessionsPort)
    .find(route.companyId, route.connectionId)
    ?.handleEvent({ type: "alive", at: clock.now() });
}

/** Messages of the history stored per transaction. */
const SLICE = 200;

const PREFIX = "sha256=";

interface SignatureCheck {
  /** Adds the next piece of the body. */
  readonly add: (piece: Uint8Array) => void;
  /** True when the sender knows the app secret; to be called after the last piece. */
  readonly isValid: () => boolean;
}

/** Checks the signature while the body arrives; null when it cannot be valid, so the body need not be read. */
function checkSignature(secret: string, signature: string | null): SignatureCheck | null {
  if (secret === "" || signature === null || !/^sha256=[0-9a-f]{64}$/.test(signature)) return null;
  // Uses the runtime's HMAC: oslo takes 27 instead of 2 ms per megabyte.
  const mac = createHmac("sha256", secret);
  return {
    add: (piece) => void mac.update(piece),
    isValid: () => equalSecrets(PREFIX + mac.digest("hex"), signature),
  };
}

/** Compares two secrets in constant time for equal lengths; an empty secret never matches. */
const isSameSecret = (expected: string, given: string | null): boolean =>
  expected !== "" && given !== null && equalSecrets(expected, given);

/** Quality, name and limit of numbers, and the state of their account. */
const NUMBER_FIELDS: readonly string[] = [
  "phone_number_quality_update",
  "phone_number_name_update",
  "business_capability_update",
  "account_update",
  "account_review_update",
];
const isAboutNumbers = (entry: Part): boolean =>
  listOf(entry["changes"]).some(({ field }) => NUMBER_FIELDS.includes(textOf(field)));

/** Meta's notice is not stored: the state is read again, so that late and repeated notices do no harm. */
function scheduleReads(installation: Installation, businessId: string): void {
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    if (findConnection(tenant.db, connectionId)) tenant.write(scheduleStateRead);
  }
}
