import { closedScope } from "#accounts/opening-hours/index.ts";
import { findQueue, type QueueRow } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { type ConnectionRow, queuesOf } from "#channels/connections/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { BotQueue, World } from "./engine/context.ts";
import { optionsOf } from "./queries.ts";
import { BotPartnersPort } from "./responder-port.ts";

/** Reads when it is asked for, once. */
function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}

export interface Setting {
  readonly connection: ConnectionRow;
  /** ms: the hours are asked for this moment. */
  readonly at: number;
  /** When a bot last ended for the contact on this connection, ms. */
  readonly lastEndedAt: number | null;
}

/** The world of a connection as its rows and the settings say; what a turn does not look at is not read. */
export function worldOf(tenant: Tenant, { connection, at, lastEndedAt }: Setting): World {
  const queues = once(() => queuesOf(tenant.db, [connection.id]).get(connection.id) ?? []);
  return {
    ...settingsWorld(tenant, at),
    greeting: connection.greetingMessage,
    outOfHours: connection.outOfHoursMessage,
    outOfHoursRepeatMinutes: connection.outOfHoursRepeat,
    maxMenus: connection.maxUseBotQueues,
    restMinutes: connection.timeUseBotQueues,
    lastEndedAt,
    get sendIdQueue() {
      // A queue that is none of the connection's turns the rule off (docs/rules/automation.md#redirection).
      return queues().some(({ id }) => id === connection.sendIdQueue) ? connection.sendIdQueue : null;
    },
    integrationId: connection.integrationId,
    promptId: connection.promptId,
    get queues() {
      return queues();
    },
  };
}

/** The world of a queue by itself, as if a connection led to it alone: for rehearsals. */
export function worldOfQueue(tenant: Tenant, queue: QueueRow, at: number): World {
  return {
    ...settingsWorld(tenant, at),
    greeting: "",
    outOfHours: "",
    outOfHoursRepeatMinutes: 0,
    greetsWithOneQueue: false,
    maxMenus: 0,
    restMinutes: 0,
    lastEndedAt: null,
    sendIdQueue: null,
    integrationId: null,
    promptId: null,
    queues: [queue],
  };
}

function settingsWorld(tenant: Tenant, at: number) {
  const known = new Map<number, BotQueue | undefined>();
  const partners = tenant.installation.ports.use(BotPartnersPort);
  return {
    now: at,
    companyOpen: closedScope(tenant, null, at) !== "company",
    outOfHoursAction: setting(tenant, "outOfHoursAction"),
    invalidOption: setting(tenant, "invalidOptionMessage"),
    greetsWithOneQueue: setting(tenant, "sendGreetingMessageOneQueues"),
    queue(id: number): BotQueue | undefined {
      if (!known.has(id)) known.set(id, loadQueue(tenant, id, at));
      return known.get(id);
    },
    takes: (partner: Parameters<World["takes"]>[0]) => partners.takes(tenant, partner),
  };
}

function loadQueue(tenant: Tenant, id: number, at: number): BotQueue | undefined {
  const row = findQueue(tenant.db, id);
  if (!row) return undefined;
  const nodes = once(() => optionsOf(tenant.db, id));
  return {
    id: row.id,
    name: row.name,
    greeting: row.greetingMessage,
    outOfHours: row.outOfHoursMessage,
    mediaId: row.mediaId,
    isOpen: closedScope(tenant, row, at) !== "queue",
    integrationId: row.integrationId,
    promptId: row.promptId,
    get nodes() {
      return nodes();
    },
  };
}
