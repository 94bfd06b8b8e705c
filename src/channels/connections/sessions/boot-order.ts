import { TrafficPort } from "#channels/connections/provider-port.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A connection with a ticket that changed within this time is opened in the second wave, ms. */
const RECENT_MS = 60 * 60_000;

/** The wave of a connection: 0 has messages to send, 1 was used within the last hour, 2 all others. */
export type Wave = 0 | 1 | 2;
export const WAVES: readonly Wave[] = [0, 1, 2];

export interface BootOrder {
  /** Whether the company may have connections in this wave; its rows are prepared only then. */
  mayHave(tenant: Tenant, wave: Wave): boolean;
  waveOf(tenant: Tenant, connectionId: number): Wave;
}

/** The order in which a new owner opens connections (docs/rules/cluster.md#waves); reads each company once. */
export function createBootOrder(): BootOrder {
  const known = new Map<number, { waiting: ReadonlySet<number>; recent: ReadonlySet<number> }>();
  const trafficOf = (tenant: Tenant) => {
    const traffic =
      known.get(tenant.id) ??
      tenant.installation.ports.use(TrafficPort)(tenant, tenant.clock.now() - RECENT_MS);
    known.set(tenant.id, traffic);
    return traffic;
  };
  return {
    mayHave(tenant, wave) {
      const { waiting, recent } = trafficOf(tenant);
      return wave === 2 || (wave === 0 ? waiting : recent).size > 0;
    },
    waveOf(tenant, connectionId) {
      const { waiting, recent } = trafficOf(tenant);
      if (waiting.has(connectionId)) return 0;
      return recent.has(connectionId) ? 1 : 2;
    },
  };
}
