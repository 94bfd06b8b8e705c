import { desc, eq } from "drizzle-orm";
import type { KeyCaller } from "#accounts/auth/index.ts";
import { apiKeyPrefix } from "#accounts/auth/index.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Reserved, releaseAfter, reserveIfFree, withReserved } from "#tenants/reserve.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./api-keys.sql.ts";
import type { ApiKeyAnswer, ApiKeyBody, ApiKeyMade, Scope } from "./contract.ts";
import { type ApiKeyRow, apiKey } from "./schema.ts";

/** Maximum number of keys per company, so that a list stays readable. */
const MAX_KEYS = 100;

/** The keys of the company, newest first. */
export const listKeys = ({ tenant }: UserCtx): readonly ApiKeyAnswer[] =>
  tenant.db
    .select()
    .from(apiKey)
    .orderBy(desc(apiKey.id))
    .all()
    .map((row) => presentKey(tenant, row));

/**
 * Creates a key and returns it; it cannot be read again. The installation's index of keys is written before the
 * company's commit: after a crash between the two, the index entry has no key row and gives no access. For admins.
 * Throws 400 ERR_VALIDATION when the company has `MAX_KEYS`.
 */
export function makeKey(ctx: UserCtx, body: ApiKeyBody): Promise<ApiKeyMade> {
  const { installation, id } = ctx.tenant;
  const key = apiKeyPrefix(installation.cells.own) + randomCode();
  const refused = () => new Error("the directory has a random key already");
  return withReserved(installation, [{ key: directoryKey(sha256(key)), refused }], id, (reserved) =>
    storeKey(ctx, reserved, key, body),
  );
}

/** A key in the directory. */
const directoryKey = (hash: string): DirectoryKey => ({ kind: "api-key", value: hash });

function storeKey(
  { tenant, actor }: UserCtx,
  reserved: Reserved,
  key: string,
  { name, scopes }: ApiKeyBody,
): ApiKeyMade {
  const hash = sha256(key);
  return tenant.write((unit) => {
    reserved.cover(directoryKey(hash), unit);
    if ((queryOne(unit.db, sql.countKeys)?.n ?? 0) >= MAX_KEYS) throw invalidFields({ keys: "too_long" });
    const wanted = JSON.stringify([...new Set(scopes)]);
    execute(tenant.installation.system, sql.insertOwner, { hash, companyId: tenant.id });
    const row = unit.db
      .insert(apiKey)
      .values({ name, hash, last4: key.slice(-4), scopes: wanted, userId: actor.id, createdAt: unit.now })
      .returning()
      .get();
    return { ...presentKey(tenant, row), key };
  });
}

/** Revokes a key. For admins. Throws 404 ERR_NOT_FOUND. */
export function revokeKey({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = unit.db.delete(apiKey).where(eq(apiKey.id, id)).returning().get();
    if (!row) throw notFound();
    const { system } = tenant.installation;
    unit.afterCommit(() => void execute(system, sql.deleteOwner, { hash: row.hash }));
    releaseAfter(unit, directoryKey(row.hash), () => false);
  });
}

/**
 * Rebuilds the installation's index of keys for a company that was restored or imported. A key of a copied company stays with
 * the original.
 */
export async function reindexKeys({ installation, id: companyId, db }: Tenant): Promise<void> {
  for (const { hash } of queryAll(db, sql.keyHashes))
    await reserveIfFree(installation, directoryKey(hash), companyId, (reserved) => {
      reserved.cover(directoryKey(hash));
      execute(installation.system, sql.restoreOwner, { hash, companyId });
      return queryOne(installation.system, sql.ownerOfKey, { hash })?.companyId === companyId;
    });
}

/** The keys of a company that give access. */
export const directoryKeysOf = ({ installation, id, db }: Tenant): readonly DirectoryKey[] =>
  queryAll(db, sql.keyHashes)
    .filter(({ hash }) => queryOne(installation.system, sql.ownerOfKey, { hash })?.companyId === id)
    .map(({ hash }) => directoryKey(hash));

const scopesOf = (row: Pick<ApiKeyRow, "scopes">): readonly Scope[] => JSON.parse(row.scopes) as Scope[];

const instant = (ms: number) => new Date(ms).toISOString();

/** The creator of a key, also when deleted: the key keeps working. */
function creatorOf(tenant: Tenant, userId: number | null): ApiKeyAnswer["createdBy"] {
  const user = userId === null ? undefined : queryOne(tenant.db, sql.creatorOfKey, { userId });
  return user ? { id: user.id, name: user.name, isDeleted: user.deletedAt !== null } : null;
}

const presentKey = (tenant: Tenant, row: ApiKeyRow): ApiKeyAnswer => ({
  id: row.id,
  name: row.name,
  last4: row.last4,
  scopes: [...scopesOf(row)],
  createdBy: creatorOf(tenant, row.userId),
  createdAt: instant(row.createdAt),
  lastUsedAt: row.lastUsedAt === null ? null : instant(row.lastUsedAt),
});

/** The last use is stored at most once a minute, ms: frequent calls must not cause a write each. */
const USED_EVERY_MS = 60_000;

/** The company and the scopes of a key; undefined for an unknown key. Only the hash of the key is stored. */
export function findKey({ system, tenants, clock }: Installation, key: string): KeyCaller | undefined {
  const hash = sha256(key);
  const owner = queryOne(system, sql.ownerOfKey, { hash });
  if (!owner) return undefined;
  const tenant = tenants.open(owner.companyId);
  // After a crash the installation's index may have an entry without a row in the company file.
  const row = queryOne(tenant.db, sql.keyByHash, { hash });
  if (!row) return undefined;
  const now = clock.now();
  if (row.lastUsedAt === null || now - row.lastUsedAt >= USED_EVERY_MS)
    tenant.write((unit) => void execute(unit.db, sql.setLastUsed, { now, id: row.id }));
  return { tenant, id: row.id, name: row.name, scopes: scopesOf(row) };
}
