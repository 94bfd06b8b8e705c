import { createHmac } from "node:crypto";
import { installationSetting } from "#accounts/settings/index.ts";
import { translateCloud } from "#channels/connections/cloud/translate.ts";
import { TemplatesDecided } from "#channels/connections/events.ts";
import { InboxPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { withBody } from "#platform/http/body/body.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { metaAccountOf, routeOf, routesOfBusiness } from "./accounts.ts";
import { countDropped } from "./dropped-webhooks.ts";
import { listOf, type Part, partOf, textOf } from "./parts.ts";
import { needsSenderName, storeAndFetchNames } from "./sender-names.ts";
import { translatePages } from "./translate-pages.ts";
import type { Delivery, Translator } from "./translator.ts";

const PATH = "/webhooks/meta";
/** Translators by the `object` of the body; webhooks for other objects are answered with 200 and dropped. */
const translators: Readonly<Record<string, Translator>> = {
  page: translatePages("page"),
  instagram: translatePages("instagram"),
  whatsapp_business_account: translateCloud,
};
/** Meta's own limit: up to a thousand changes, 3 MB. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Webhook of Meta for pages, Instagram accounts and official numbers. A call without a well-formed signature is
 * refused before its body is read; the signature over the raw body is checked while it arrives. 200 is sent once
 * everything is in the durable inbox, which ignores repetitions by their key. Throws 401 ERR_INVALID_API_TOKEN, 403
 * ERR_NO_PERMISSION, 404, 413 ERR_MEDIA_TOO_LARGE, 400 ERR_VALIDATION.
 */
async function answerWebhook(installation: Installation, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== PATH) throw notFound();
  if (request.method === "GET") return answerChallenge(installation, url.searchParams);
  if (request.method !== "POST") throw notFound();
  const secret = installationSetting(installation, "metaAppSecret");
  const signature = checkSignature(secret, request.headers.get("x-hub-signature-256"));
  if (!signature) throw unsigned();
  const body = await withBody(
    request,
    (bytes) => {
      if (!signature.isValid()) throw unsigned();
      return parsed(bytes);
    },
    { maxBytes: MAX_BYTES, onPiece: signature.add },
  );
  await storeAll(installation, body);
  return Response.json({ message: "ok" });
}

export const metaWebhooks: Mount = { prefix: PATH, handle: answerWebhook };

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
 * Stores the events of a body in the companies they belong to. Throws when an event could not be stored, so that Meta
 * repeats the call.
 */
async function storeAll(installation: Installation, body: unknown): Promise<void> {
  const { object, entry } = partOf(body);
  const translate = translators[textOf(object)];
  if (!translate) {
    countDropped(installation, "object");
    return;
  }
  const nowMs = installation.clock.now();
  const parts = listOf(entry);
  for (const delivery of parts.flatMap((part) => translate(part, nowMs))) await store(installation, delivery);
  if (translate !== translateCloud) return;
  for (const part of parts.filter(isAboutTemplates)) emitTemplatesDecided(installation, textOf(part["id"]));
}

async function store(installation: Installation, { kind, externalId, events }: Delivery): Promise<void> {
  const route = routeOf(installation, kind, externalId);
  if (!route) {
    countDropped(installation, "unknown_id");
    return;
  }
  if (events.length === 0) return;
  const { ports, tenants, clock } = installation;
  const tenant = tenants.open(route.companyId);
  // The names are not awaited: a slow profile must delay neither the response to Meta nor the storing of the events.
  if (events.some((event) => needsSenderName(tenant, event))) await storeAndFetchNames(tenant, route, events);
  else await ports.use(InboxPort).store(tenant, route.connectionId, events);
  ports
    .use(SessionsPort)
    .find(route.companyId, route.connectionId)
    ?.handleEvent({ type: "alive", at: clock.now() });
}

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

/** Status, quality, content and category changes of templates. */
const FIELDS: readonly string[] = [
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
];

/** Whether an entry of `whatsapp_business_account` is about templates. Pure. */
const isAboutTemplates = (entry: Part): boolean =>
  listOf(entry["changes"]).some(({ field }) => FIELDS.includes(textOf(field)));

/**
 * Emits `TemplatesDecided` for every connected number of this business account. The templates are read again instead
 * of using the content of the call, so that a repeated, late or reordered call does no harm.
 */
function emitTemplatesDecided(installation: Installation, businessId: string): void {
  let isKnown = false;
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    if (metaAccountOf(tenant.db, connectionId)?.parentId !== businessId) continue;
    if (findConnection(tenant.db, connectionId)?.status !== "CONNECTED") continue;
    isKnown = true;
    tenant.write((unit) => unit.emit(TemplatesDecided, { connectionId }));
  }
  if (!isKnown) countDropped(installation, "unknown_id");
}
