import type {
  InboundContent,
  InboundEvent,
  NetworkIdentity,
  SessionKey,
} from "#channels/connections/index.ts";
import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { features } from "#features.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { all, one } from "#platform/db/database.ts";
import type { Log } from "#platform/log.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type PublishedBroadcasts, recordBroadcasts } from "#test/helpers/broadcasts.ts";
import {
  type TestInstallation,
  testConnection,
  testInstallation,
  testUser,
} from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { storeEvents } from "./inbox/store.ts";

/** All features with real files, but without sockets and network: the test chooses the events of the driver. */
export interface Scene extends TestInstallation {
  readonly tenant: Tenant;
  readonly admin: UserCtx;
  readonly provider: ScriptedProvider;
  readonly heard: PublishedBroadcasts;
  readonly connectionId: number;
  readonly key: SessionKey;
  /** Stores and processes events of the network, as in production. */
  receive(...events: InboundEvent[]): void;
  /** Waits until the sender has sent all due rows. */
  settle(): Promise<void>;
  rows<Row = Record<string, unknown>>(sql: string, ...bindings: (string | number)[]): Row[];
  row<Row = Record<string, unknown>>(sql: string, ...bindings: (string | number)[]): Row | undefined;
}

/** One company with an admin and one open connection. */
export function scene(connection: { queueIds?: readonly number[] } = {}, log?: Log): Scene {
  const app = testInstallation(log);
  const provider = scriptedProvider();
  const heard = recordBroadcasts(app.installation);
  for (const feature of features) feature.listen?.(app.installation);
  app.installation.ports.plug(ProviderPort, provider);
  provider.attach(createIntake(app.installation));
  const tenant = app.company();
  const connectionId = testConnection(tenant, { name: "Vendas", isDefault: true, ...connection });
  return {
    ...app,
    tenant,
    admin: testUser(tenant, { name: "Admin", profile: "admin" }),
    provider,
    heard,
    connectionId,
    key: { companyId: tenant.id, connectionId },
    receive(...events) {
      // Stored one by one, because the receipts of a large batch would be applied in later turns of the event loop.
      for (const event of events) storeEvents(tenant, connectionId, [event]);
      while (processSlice(tenant)) {}
    },
    settle,
    rows: (sql, ...bindings) => all(tenant.db, sql, ...bindings),
    row: (sql, ...bindings) => one(tenant.db, sql, ...bindings),
  };
}

/** A customer for tests. */
export interface Customer {
  readonly name: string;
  readonly identities: readonly NetworkIdentity[];
}
export const phone = (number: string): NetworkIdentity => ({
  kind: "pn",
  value: number,
  address: `${number}@s.whatsapp.net`,
});
export const privacyId = (value: string): NetworkIdentity => ({
  kind: "lid",
  value,
  address: `${value}@lid`,
});
export const maria: Customer = { name: "Maria Souza", identities: [phone("5511987654321")] };
export const joao: Customer = { name: "João Lima", identities: [phone("5521976543210")] };

let ids = 0;
/** Creates a new message id of the network. */
export const networkId = (): string => {
  ids += 1;
  return `NET${ids}`;
};

type MessageEvent = Extract<InboundEvent, { kind: "message" }>;

/** The event of a customer's message; every field can be overridden. */
export function wrote(
  customer: Customer,
  content: string | InboundContent,
  at: number,
  fields: Partial<MessageEvent> = {},
): MessageEvent {
  const providerId = fields.providerId ?? networkId();
  const [first] = customer.identities;
  return {
    kind: "message",
    chatKey: `${first?.kind}:${first?.value}`,
    eventKey: fields.fromMe ? `${providerId}:me` : providerId,
    at,
    chat: customer.identities,
    providerId,
    fromMe: false,
    participant: null,
    pushName: fields.fromMe ? null : customer.name,
    content: typeof content === "string" ? { type: "text", text: content } : content,
    quoted: null,
    offline: false,
    history: false,
    ...fields,
  };
}

/** An event of a special kind (edit, deletion, reaction) about a message of this customer's chat. */
export function about<K extends "ack" | "edit" | "revoke" | "reaction">(
  customer: Customer,
  kind: K,
  providerId: string,
  fields: Omit<Extract<InboundEvent, { kind: K }>, "kind" | "chatKey" | "eventKey" | "chat" | "providerId">,
): InboundEvent {
  const [first] = customer.identities;
  const event = {
    kind,
    chatKey: `${first?.kind}:${first?.value}`,
    eventKey: `${providerId}:${JSON.stringify(fields)}`,
    chat: customer.identities,
    providerId,
    ...fields,
  };
  return event as unknown as InboundEvent;
}
