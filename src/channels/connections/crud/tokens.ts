import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { tokenProblem } from "./token-policy.ts";
import * as sql from "./tokens.sql.ts";

/**
 * Assigns a connection its token for the send API; returns the columns of its row. The installation's index is
 * written before the company's commit: a crash in between leaves an entry for a row without this hash, which grants
 * no access. Rule: docs/rules/security.md#connection-tokens. Throws 400 ERR_VALIDATION, equally for a weak token and
 * for a token of another connection.
 */
export function claimToken(unit: TenantUnit, connectionId: number, token: string) {
  const { system } = unit.tenant.installation;
  const problem = tokenProblem(token);
  if (problem) throw invalidFields({ token: problem });
  const hash = sha256(token);
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
export function reindexTokens(tenant: Tenant): readonly string[] {
  const { system } = tenant.installation;
  return tenant.db
    .select({ id: connection.id, name: connection.name, hash: connection.tokenHash })
    .from(connection)
    .where(and(isNotNull(connection.tokenHash), isNull(connection.deletedAt)))
    .all()
    .filter(({ id, hash }) => {
      const owner = { hash: hash ?? "", companyId: tenant.id, connectionId: id };
      return execute(system, sql.assignIfFree, owner).changes === 0;
    })
    .map(({ name }) => name);
}
