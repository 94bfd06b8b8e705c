import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import { type Claim, type Reserved, releaseAfter, reserveIfFree } from "#tenants/reserve.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { tokenProblem } from "./token-policy.ts";
import * as sql from "./tokens.sql.ts";

/** A token in the directory. */
export const tokenKey = (hash: string): DirectoryKey => ({ kind: "token", value: hash });

/** To reserve a new token before it is claimed; nothing for a token that `claimToken` will refuse. */
export const tokenClaims = (token: string | undefined): readonly Claim[] =>
  token && tokenProblem(token) === null
    ? [{ key: tokenKey(sha256(token)), refused: () => invalidFields({ token: "invalid" }) }]
    : [];

/**
 * Assigns a connection its token for the send API; returns the columns of its row. The installation's index is
 * written before the company's commit: a crash in between leaves an entry for a row without this hash, which grants
 * no access. Rule: docs/rules/security.md#connection-tokens. Throws 400 ERR_VALIDATION, equally for a weak token and
 * for a token of another connection. `reserved` covers the token.
 */
export function claimToken(unit: TenantUnit, reserved: Reserved, connectionId: number, token: string) {
  const { system } = unit.tenant.installation;
  const problem = tokenProblem(token);
  if (problem) throw invalidFields({ token: problem });
  const hash = sha256(token);
  reserved.cover(tokenKey(hash), unit);
  const { id: companyId } = unit.tenant;
  const owner = queryOne(system, sql.ownerOf, { hash });
  const isFree =
    !owner ||
    (owner.companyId === companyId &&
      (owner.connectionId === connectionId || isLeftOver(unit, owner.connectionId, hash)));
  if (!isFree) throw invalidFields({ token: "invalid" });
  execute(system, sql.assign, { hash, companyId, connectionId });
  return { tokenHash: hash, tokenLast4: token.slice(-4), tokenWeak: false };
}

/**
 * Marks the token of a connection as weak when a caller shows one that could be guessed: only a hash is stored, so a
 * token from before the rule is known as weak at its first use (docs/rules/security.md#connection-tokens).
 */
export function noteShownToken(tenant: Tenant, { id, tokenWeak }: ConnectionRow, token: string): void {
  if (tokenWeak || !tokenProblem(token)) return;
  tenant.write(({ db }) => db.update(connection).set({ tokenWeak: true }).where(eq(connection.id, id)).run());
}

/** Revokes a token once the change is committed. */
export function dropToken(unit: TenantUnit, connectionId: number, hash: string | null): void {
  if (hash === null) return;
  const { system } = unit.tenant.installation;
  const { id: companyId } = unit.tenant;
  unit.afterCommit(() => void execute(system, sql.revoke, { hash, companyId, connectionId }));
  releaseAfter(unit, tokenKey(hash), () => queryOne(system, sql.ownerOf, { hash })?.companyId === companyId);
}

/**
 * True for an index entry whose connection does not have the token, because the process crashed before the commit.
 */
const isLeftOver = ({ db }: TenantUnit, connectionId: number, hash: string): boolean =>
  db
    .select({ id: connection.id })
    .from(connection)
    .where(and(eq(connection.id, connectionId), eq(connection.tokenHash, hash)))
    .get() === undefined;

/**
 * Rebuilds the index from the connections of an imported company. Returns the names of connections whose token
 * belongs to another connection: their token grants no access until it is replaced.
 */
export async function reindexTokens({ installation, id: companyId, db }: Tenant): Promise<readonly string[]> {
  const { system } = installation;
  const taken: string[] = [];
  for (const { id: connectionId, name, hash } of tokenRows(db)) {
    const isOurs = await reserveIfFree(installation, tokenKey(hash), companyId, (reserved) => {
      reserved.cover(tokenKey(hash));
      return execute(system, sql.assignIfFree, { hash, companyId, connectionId }).changes > 0;
    });
    if (!isOurs) taken.push(name);
  }
  return taken;
}

/** The tokens of a company that give access. */
export const directoryTokensOf = ({ installation, id, db }: Tenant): readonly DirectoryKey[] =>
  tokenRows(db)
    .filter((row) => {
      const owner = queryOne(installation.system, sql.ownerOf, { hash: row.hash });
      return owner?.companyId === id && owner.connectionId === row.id;
    })
    .map(({ hash }) => tokenKey(hash));

/** The connections with a token that were not deleted. */
const tokenRows = (db: Db) =>
  db
    .select({ id: connection.id, name: connection.name, hash: connection.tokenHash })
    .from(connection)
    .where(and(isNotNull(connection.tokenHash), isNull(connection.deletedAt)))
    .all()
    .map(({ hash, ...row }) => ({ ...row, hash: hash ?? "" }));
