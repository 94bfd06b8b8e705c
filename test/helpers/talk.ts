/** An attendant in a conversation, over HTTP; each test gets a new company. */
import { createIntake, type InboundEvent, ProviderPort } from "#channels/connections/index.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { about, type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api, Reply } from "./api.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { testConnection, testQueue, testUser } from "./installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "./provider.ts";

export interface Talk {
  app: TestApp;
  readonly provider: ScriptedProvider;
  tenant: Tenant;
  queueId: number;
  connectionId: number;
  /** Owner of the ticket. */
  ana: UserCtx;
  asAna: Api;
  asAdmin: Api;
  customer: Customer;
  ticketId: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A new company in which the customer has written and Ana has accepted. */
  meet(): void;
  /** The customer writes and Ana accepts the ticket; returns it. */
  begin(): number;
  receive(...events: readonly InboundEvent[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  post(body: object, api?: Api): Promise<Reply<any>>;
  /** Simulates that the network accepts the last message. */
  accepted(message: MessageAnswer): Promise<void>;
  texts(): readonly string[];
}

let people = 0;

/** `env`: environment values of the server. */
export function talk(env: Readonly<Record<string, string>> = {}): Talk {
  const provider = scriptedProvider();
  // Filled by `start` and `meet`.
  const t = {
    provider,
    async start() {
      t.app = await startTestApp({
        env,
        plug(installation) {
          installation.ports.plug(ProviderPort, provider);
          provider.attach(createIntake(installation));
        },
      });
    },
    stop: () => t.app.stop(),
    meet() {
      people += 1;
      t.tenant = t.app.company(`Company of test ${people}`);
      t.queueId = testQueue(t.tenant, "Vendas");
      t.connectionId = testConnection(t.tenant, { name: "Loja", isDefault: true });
      run(t.tenant.db, "UPDATE connection SET send_interval_ms = 0");
      t.ana = testUser(t.tenant, { name: "Ana", queueIds: [t.queueId] });
      t.asAna = t.app.api(t.ana);
      t.asAdmin = t.app.api(testUser(t.tenant, { name: "Chefe", profile: "admin" }));
      t.customer = { name: "Maria Souza", identities: [phone(`55119${10_000_000 + people}`)] };
      for (const list of [provider.sent, provider.read, provider.typed]) list.length = 0;
      provider.answers.send = () => ({ state: "written" });
      t.ticketId = t.begin();
    },
    begin() {
      t.receive(wrote(t.customer, "Oi", t.app.clock.now()));
      const id = one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
      const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
      run(t.tenant.db, accept, t.ana.actor.id, t.queueId, id);
      return id;
    },
    receive(...events: readonly InboundEvent[]) {
      storeEvents(t.tenant, t.connectionId, events);
      while (processSlice(t.tenant)) {}
    },
    post: (body: object, api = t.asAna) => api.post(`/messages/${t.ticketId}`, body),
    async accepted(message: MessageAnswer) {
      await settle();
      const row = one<{ id: string }>(
        t.tenant.db,
        "SELECT provider_id AS id FROM message WHERE id = ?",
        message.id,
      );
      t.receive(about(t.customer, "ack", row?.id ?? "", { at: t.app.clock.now(), ack: 1, error: null }));
    },
    texts: () =>
      all<{ body: string }>(t.tenant.db, "SELECT body FROM message ORDER BY id").map((row) => row.body),
  } as unknown as Talk;
  return t;
}
