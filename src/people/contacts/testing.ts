/** Helpers for tests of contacts: a company, a simulated network with some numbers, and the recorded broadcasts. */
import { all } from "#platform/db/database.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { type PublishedBroadcasts, recordBroadcasts } from "#test/helpers/broadcasts.ts";
import {
  type TestInstallation,
  testConnection,
  testInstallation,
  testUser,
} from "#test/helpers/installation.ts";
import { contacts } from "./feature.ts";
import { findOrCreateFromNetwork, type KnownContact } from "./identities/find-or-create.ts";
import type { Identity } from "./identities/identity.ts";
import { type NumberAnswer, NumberCheckPort } from "./number-check/port.ts";
import { FileAddressPort } from "./pictures.ts";

export interface AddressBook {
  readonly app: TestInstallation;
  readonly tenant: Tenant;
  readonly broadcasts: PublishedBroadcasts;
  readonly connectionId: number;
  readonly user: UserCtx;
  readonly admin: UserCtx;
  /** The simulated network's answer for a number; null = no answer. Other numbers do not exist. */
  readonly network: Map<string, NumberAnswer | null>;
  /** Numbers for which the network was queried, in order. */
  readonly asked: string[];
  /** Simulates a message from this person: find or create. */
  receiveFrom(identities: readonly Identity[], name?: string | null): KnownContact;
  /** Actions broadcast on the channel `contact` since the last call. */
  broadcastActions(): string[];
  close(): void;
}

export const pn = (value: string, address = `${value}@s.whatsapp.net`): Identity => ({
  kind: "pn",
  value,
  address,
});
export const lid = (value: string): Identity => ({ kind: "lid", value, address: `${value}@lid` });

export function openAddressBook(): AddressBook {
  const app = testInstallation();
  const { installation } = app;
  const broadcasts = recordBroadcasts(installation);
  contacts.listen?.(installation);
  const network = new Map<string, NumberAnswer | null>();
  const asked: string[] = [];
  installation.ports.plug(NumberCheckPort, {
    async check(_tenant, _connectionId, number) {
      asked.push(number);
      return network.has(number) ? (network.get(number) ?? null) : { exists: false, identities: [] };
    },
  });
  installation.ports.plug(FileAddressPort, (_tenant, id, name) => `/media/1/${id}/${name}`);
  const tenant = app.company();
  // Faster: these tests do not cover power loss.
  tenant.db.$client.pragma("synchronous = OFF");
  const connectionId = testConnection(tenant, { isDefault: true });
  const receiveFrom = (identities: readonly Identity[], name: string | null = null) =>
    tenant.write((unit: TenantUnit) =>
      findOrCreateFromNetwork(unit, { identities, name, isGroup: false, connectionId }),
    );
  return {
    app,
    tenant,
    broadcasts,
    connectionId,
    user: testUser(tenant),
    admin: testUser(tenant, { profile: "admin" }),
    network,
    asked,
    receiveFrom,
    broadcastActions: () => broadcasts.all.splice(0).map(({ data }) => data.action),
    close: () => app.close(),
  };
}

/** `kind value` of a contact's identities, sorted. */
export const identityList = (tenant: Tenant, contactId: number): string[] =>
  all<{ kind: string; value: string }>(
    tenant.db,
    "SELECT kind, value FROM contact_identity WHERE contact_id = ? ORDER BY kind, value",
    contactId,
  ).map(({ kind, value }) => `${kind} ${value}`);
