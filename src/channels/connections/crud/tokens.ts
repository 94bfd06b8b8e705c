import { all, one, run } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { tokenProblem } from "./token-policy.ts";

interface Owner {
  company_id: number;
  connection_id: number;
}

/**
 * Makes a token open the send API on this connection, and only there; answers what the row keeps of it. The index
 * over the installation is written before the company's own commit: a crash between leaves an entry that leads to a
 * row without this hash, so it opens nothing. Rule: docs/rules/security.md#connection-tokens. Throws 400 ERR_VALIDATION:
 * a token that is weak, or that another connection has, gets the same answer.
 */
export function claimToken(unit: TenantUnit, connectionId: number, token: string) {
  const { system } = unit.tenant.installation;
  const problem = tokenProblem(token);
  if (problem) throw invalidFields({ token: problem });
  const hash = sha256(token);
  const owner = one<Owner>(
    system,
    "SELECT company_id, connection_id FROM connection_token WHERE hash = ?",
    hash,
  );
  if (
    owner &&
    !(owner.company_id === unit.tenant.id && (isOurs(owner, connectionId) || isLeftOver(unit, owner, hash)))
  )
    throw invalidFields({ token: "invalid" });
  run(
    system,
    `INSERT INTO connection_token (hash, company_id, connection_id) VALUES (?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET connection_id = excluded.connection_id`,
    hash,
    unit.tenant.id,
    connectionId,
  );
  return { tokenHash: hash, tokenLast4: token.slice(-4), tokenWeak: false };
}

/** The token opens nothing any more, once the change is committed. */
export function dropToken(unit: TenantUnit, connectionId: number, hash: string | null): void {
  if (hash === null) return;
  const { system } = unit.tenant.installation;
  const { id } = unit.tenant;
  unit.afterCommit(
    () =>
      void run(
        system,
        "DELETE FROM connection_token WHERE hash = ? AND company_id = ? AND connection_id = ?",
        hash,
        id,
        connectionId,
      ),
  );
}

const isOurs = (owner: Owner, connectionId: number) => owner.connection_id === connectionId;
const isLeftOver = (unit: TenantUnit, owner: Owner, hash: string) =>
  one(unit.db, "SELECT 1 FROM connection WHERE id = ? AND token_hash = ?", owner.connection_id, hash) ===
  undefined;

const WITH_TOKEN =
  "SELECT id, name, token_hash AS hash FROM connection WHERE token_hash IS NOT NULL AND deleted_at IS NULL";

/**
 * Writes the index anew from the connections of a company that came from elsewhere. Answers the names of those whose
 * token another one has: theirs opens nothing until it is made anew.
 */
export function reindexTokens(tenant: Tenant): readonly string[] {
  const { system } = tenant.installation;
  return all<{ id: number; name: string; hash: string }>(tenant.db, WITH_TOKEN)
    .filter(({ id, hash }) => {
      const claim = `INSERT INTO connection_token (hash, company_id, connection_id) VALUES (?, ?, ?)
        ON CONFLICT (hash) DO NOTHING`;
      return run(system, claim, hash, tenant.id, id).changes === 0;
    })
    .map(({ name }) => name);
}
