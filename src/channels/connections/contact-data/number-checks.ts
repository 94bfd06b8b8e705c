import { timeZoneOf } from "#accounts/settings/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import type { NumberAnswer, NumberCheck } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import { dayAt } from "#platform/zone.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * One question a second, and this many a day, of one connection (docs/rules/contacts.md#number-check): more looks like
 * spying.
 */
const GAP_MS = 1000;
export const CHECKS_PER_DAY = 500;
/** Nobody waits longer for an answer; without one the number stays unknown. */
const PATIENCE_MS = 5000;

const COUNT = `UPDATE connection SET checks_day = ?1, checks_count = CASE WHEN checks_day = ?1 THEN checks_count + 1 ELSE 1 END
  WHERE id = ?2 AND NOT (checks_day = ?1 AND checks_count >= ?3)`;

/** Lets number checks through to the network, slowly; null = not asked, or no answer. */
export function createNumberGate(): NumberCheck {
  const freeAt = new Map<string, number>();

  const takeTurn = (tenant: Tenant, connectionId: number): number | null => {
    const name = `${tenant.id}:${connectionId}`;
    const now = tenant.clock.now();
    const wait = Math.max((freeAt.get(name) ?? 0) - now, 0);
    if (wait >= PATIENCE_MS) return null;
    const day = dayAt(now, timeZoneOf(tenant));
    const counted = tenant.write(
      (unit) => run(unit.db, COUNT, day, connectionId, CHECKS_PER_DAY).changes === 1,
    );
    if (!counted) return null;
    freeAt.set(name, now + wait + GAP_MS);
    return wait;
  };

  return {
    async check(tenant, connectionId, number) {
      const { ports } = tenant.installation;
      if (!ports.use(SessionsPort).find(tenant.id, connectionId)) return null;
      const wait = takeTurn(tenant, connectionId);
      if (wait === null) return null;
      let cancel = () => {};
      const late = new Promise<null>((resolve) => {
        cancel = tenant.clock.after(PATIENCE_MS, () => resolve(null));
      });
      const asked = async (): Promise<NumberAnswer | null> => {
        if (wait > 0) await new Promise<void>((resolve) => void tenant.clock.after(wait, resolve));
        return ports.use(ProviderPort).checkNumber({ companyId: tenant.id, connectionId }, number);
      };
      return Promise.race([asked(), late]).finally(() => cancel());
    },
  };
}
