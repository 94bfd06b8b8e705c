import { and, asc, eq, isNull } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { connection } from "#channels/connections/schema.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import type { NumberAnswer, NumberCheck } from "#people/contacts/index.ts";
import { steadyTime } from "#platform/clock.ts";
import { dayAt } from "#platform/dates.ts";
import { execute } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./number-checks.sql.ts";

/**
 * At most one check per second and this many per day and connection (docs/rules/contacts.md#number-check); the
 * network treats more checks as scraping.
 */
const GAP_MS = 1000;
const CHECKS_PER_DAY = 500;
/** Maximum wait for an answer, ms; without an answer the number stays unknown. */
const TIMEOUT_MS = 5000;

/** Number checks with a rate limit per connection; null = not checked, or no answer. */
export function createNumberCheck(): NumberCheck {
  const freeAt = new Map<string, number>();
  let steadyNow: (() => number) | undefined;

  const reserveSlot = (tenant: Tenant, connectionId: number): number | null => {
    const name = `${tenant.id}:${connectionId}`;
    steadyNow ??= steadyTime(tenant.installation.clock);
    const now = steadyNow();
    const wait = Math.max((freeAt.get(name) ?? now) - now, 0);
    if (wait >= TIMEOUT_MS) return null;
    const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
    const counted = tenant.write((unit) =>
      execute(unit.db, sql.countCheck, { id: connectionId, day, max: CHECKS_PER_DAY }),
    );
    if (counted.changes !== 1) return null;
    freeAt.set(name, now + wait + GAP_MS);
    return wait;
  };

  return {
    async check(tenant, connectionId, number) {
      const { ports } = tenant.installation;
      if (!ports.use(SessionsPort).find(tenant.id, connectionId)) return null;
      const wait = reserveSlot(tenant, connectionId);
      if (wait === null) return null;
      let cancel = () => {};
      const timeout = new Promise<null>((resolve) => {
        cancel = tenant.clock.after(TIMEOUT_MS, () => resolve(null));
      });
      const answer = async (): Promise<NumberAnswer | null> => {
        if (wait > 0) await new Promise<void>((resolve) => void tenant.clock.after(wait, resolve));
        return ports.use(ProviderPort).checkNumber({ companyId: tenant.id, connectionId }, number);
      };
      return Promise.race([answer(), timeout]).finally(() => cancel());
    },
  };
}

/**
 * The open WhatsApp connections and how many number checks each has left today (docs/rules/contacts.md#number-check).
 */
export function remainingNumberChecks(
  tenant: Tenant,
): readonly { readonly connectionId: number; readonly left: number }[] {
  const today = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  return tenant.db
    .select({ id: connection.id, day: connection.checksDay, count: connection.checksCount })
    .from(connection)
    .where(
      and(
        eq(connection.status, "CONNECTED"),
        eq(connection.channel, "whatsapp"),
        isNull(connection.deletedAt),
      ),
    )
    .orderBy(asc(connection.id))
    .all()
    .map(({ id, day, count }) => ({
      connectionId: id,
      left: Math.max(CHECKS_PER_DAY - (day === today ? count : 0), 0),
    }));
}
