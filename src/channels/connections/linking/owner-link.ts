import { companyById, isCutOff } from "#accounts/companies/index.ts";
import { linkExpired, notSupported, wrongPasskeyState } from "#channels/connections/errors.ts";
import { ConnectionDeleted, SessionChanged } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { startSessionOf } from "#channels/connections/sessions/commands.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError, noPermission } from "#platform/errors.ts";
import type { CellByRequest } from "#platform/http/cells/cell-rule.ts";
import { createAddressLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import { releaseKey, withReserved } from "#tenants/reserve.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { OwnerLinkAnswer, PublicLinkAnswer } from "./contract.ts";
import * as sql from "./owner-link.sql.ts";
import { connectionForLinking, passkeyOf } from "./passkey.ts";

const VALID_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Links per connection in 24 h (docs/rules/linking.md#limits). */
const LINKS_A_DAY = 3;
/** Calls per address and minute. */
const CALLS = 30;
const MINUTE_MS = 60_000;

/** Reasons of a DISCONNECTED connection without stored credentials: starting it shows a new QR code. */
const LINKABLE: readonly (string | null)[] = [
  "never_linked",
  "qr_not_scanned",
  "pairing_timeout",
  "passkey_timeout",
  "passkey_refused",
  "passkey_unanswered",
  "by_user",
  "logged_out",
  "blocked",
];

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Creates a link with which the owner of the phone links this connection on their own computer
 * (docs/rules/linking.md#owner-link). For admins, and not for support: the link outlives their session. Throws 403 ERR_NO_PERMISSION, 400 ERR_NOT_SUPPORTED, 404 ERR_NO_WAPP_FOUND,
 * 409 ERR_PASSKEY_STATE while the connection is linked, 429 ERR_RATE_LIMIT.
 */
export async function createOwnerLink(ctx: UserCtx, connectionId: number): Promise<OwnerLinkAnswer> {
  checkNewLink(ctx, connectionId);
  const { installation, clock, id: companyId } = ctx.tenant;
  const { system, config } = installation;
  const token = randomCode();
  const key = linkKey(sha256(token));
  const refused = () => new Error("the directory has a random token already");
  return withReserved(installation, [{ key, refused }], companyId, (reserved) => {
    // Again, because another request may have created a link meanwhile.
    checkNewLink(ctx, connectionId);
    reserved.cover(key);
    const now = clock.now();
    const expiresAt = now + VALID_MS;
    releaseLinks(installation, queryAll(system, sql.deleteOld, { before: now - DAY_MS }));
    execute(system, sql.addLink, { companyId, connectionId, hash: key.value, expiresAt });
    return { url: `${config.publicUrl ?? ""}/link/${token}`, expiresAt: iso(expiresAt) };
  });
}

/** A link in the directory. */
const linkKey = (hash: string): DirectoryKey => ({ kind: "link", value: hash });

function releaseLinks(
  installation: Installation,
  deleted: readonly { readonly hash: string; readonly companyId: number }[],
): void {
  for (const { hash, companyId } of deleted)
    void releaseKey(installation, linkKey(hash), companyId, () => false);
}

/** The links of a company, also those that expired within the last day. */
export const directoryLinksOf = ({ installation, id: companyId }: Tenant): readonly DirectoryKey[] =>
  queryAll(installation.system, sql.linksOfCompany, { companyId }).map(({ hash }) => linkKey(hash));

/** Throws as `createOwnerLink`. */
function checkNewLink(ctx: UserCtx, connectionId: number): void {
  const row = connectionForLinking(ctx, connectionId);
  if (!maySetSecrets(ctx.actor)) throw noPermission();
  if (row.channel !== "whatsapp" || row.provider === "cloud") throw notSupported();
  if (!mayBeLinked(row)) throw wrongPasskeyState();
  const { installation, clock, id: companyId } = ctx.tenant;
  const now = clock.now();
  const since = now - DAY_MS + VALID_MS;
  const recent = queryOne(installation.system, sql.linksSince, { companyId, connectionId, since });
  if (recent && recent.n >= LINKS_A_DAY) throw tooManyLinks(recent.oldest - VALID_MS + DAY_MS - now);
}

const tooManyLinks = (waitMs: number) =>
  new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });

/** True while a QR code is shown or starting the connection would show one. */
const mayBeLinked = ({ status, statusReason, linkedAt }: ConnectionRow): boolean =>
  status === "qrcode" ||
  status === "PAIRING" ||
  (status === "OPENING" && linkedAt === null) ||
  (status === "DISCONNECTED" && LINKABLE.includes(statusReason));

/** The cell of the link whose token is in the path. */
export const cellOfLink: CellByRequest<{ readonly token: string }> = {
  by: "link",
  of: ({ params }) => linkKey(sha256(params.token)),
};

export interface OpenLink {
  readonly tenant: Tenant;
  readonly connection: ConnectionRow;
  readonly expiresAt: number;
  readonly isUsed: boolean;
}

/** What a token opens. Throws 410 ERR_LINK_EXPIRED, equally for a token that never existed. */
function openOwnerLink(installation: Installation, token: string): OpenLink {
  const { system, clock, tenants } = installation;
  const link = queryOne(system, sql.linkByHash, { hash: sha256(token), now: clock.now() });
  if (!link) throw linkExpired();
  // A removed company cannot be opened.
  if (!companyById(installation, link.companyId)) throw linkExpired();
  const tenant = tenants.open(link.companyId);
  const connection = findConnection(tenant.db, link.connectionId);
  if (!connection || isCutOff(tenant)) throw linkExpired();
  return { tenant, connection, expiresAt: link.expiresAt, isUsed: link.usedAt !== null };
}

/** The connection that a token may link. Throws 410 ERR_LINK_EXPIRED, also once the link was used. */
export function linkableByOwner(installation: Installation, token: string): OpenLink {
  const link = openOwnerLink(installation, token);
  if (link.isUsed) throw linkExpired();
  return link;
}

/** What the page of an owner link shows; after the link was used only that it succeeded. */
export async function presentOwnerLink(installation: Installation, token: string): Promise<PublicLinkAnswer> {
  const { tenant, connection, expiresAt, isUsed } = openOwnerLink(installation, token);
  const passkey = await passkeyOf(tenant, connection.id);
  const shown = {
    company: companyById(installation, tenant.id)?.name ?? "",
    connection: connection.name,
    expiresAt: iso(expiresAt),
  };
  if (isUsed) {
    const nothing = { ...passkey, step: null, options: null, expiresAt: null, code: null };
    return { ...shown, status: "CONNECTED", statusReason: null, qrcode: "", retries: 0, passkey: nothing };
  }
  const { status, statusReason, qrcode, retries } = connection;
  return { ...shown, status, statusReason, qrcode, retries, passkey };
}

/** Shows a new QR code after the last one expired. Throws 409 ERR_PASSKEY_STATE, 410 ERR_LINK_EXPIRED. */
export async function startOwnerLink(installation: Installation, token: string): Promise<PublicLinkAnswer> {
  const { tenant, connection } = linkableByOwner(installation, token);
  if (!mayBeLinked(connection)) throw wrongPasskeyState();
  await startSessionOf(tenant, connection.id);
  return presentOwnerLink(installation, token);
}

/**
 * A link ends with its use, and with its connection. Its use is written before the commit of the linked session: a server that
 * is killed in between must not leave a link that can be used again.
 */
export function endOwnerLinks(installation: Installation): void {
  const { bus, system } = installation;
  bus.within(SessionChanged, ({ tenant, now }, { connectionId, before, after }) => {
    if (after.status === "CONNECTED" && before.status !== "CONNECTED")
      execute(system, sql.markUsed, { companyId: tenant.id, connectionId, now });
  });
  bus.after(ConnectionDeleted, (tenant, { connectionId }) =>
    releaseLinks(
      installation,
      queryAll(system, sql.deleteOfConnection, { companyId: tenant.id, connectionId }),
    ),
  );
}

const limits = new WeakMap<Installation, RateLimit>();

/** Limit of the calls with a link's token, per address. */
export function ownerLinkLimit(installation: Installation): RateLimit {
  const { clock, config } = installation;
  const known =
    limits.get(installation) ?? (config.rateLimits ? createAddressLimit(clock, CALLS, MINUTE_MS) : noLimit);
  limits.set(installation, known);
  return known;
}
