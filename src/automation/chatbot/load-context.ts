import { closedScope } from "#accounts/opening-hours/index.ts";
import { findQueue, type QueueRow } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { type ConnectionRow, queuesOf } from "#channels/connections/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { BotQueue, World } from "./engine/context.ts";
import { optionsOf } from "./queries.ts";
import { BotRespondersPort } from "./responder-port.ts";

/** Loads the value at its first use. */
function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
}

export interface Setting {
  readonly connection: ConnectionRow;
  /** The time at which opening hours are checked, ms. */
  readonly at: number;
  /** When a bot last ended for the contact on this connection, ms. */
  readonly lastEndedAt: number | null;
  /**
   * True when a rule has already sent a text about opening hours, so the texts of the connection and the queue are not
   * sent.
   */
  readonly isClosedSaid?: boolean;
}

/** The bot's context on a connection; parts a turn does not use are not read. */
export function worldOf(
  tenant: Tenant,
  { connection, at, lastEndedAt, isClosedSaid = false }: Setting,
): World {
  const queues = once(() => queuesOf(tenant.db, [connection.id]).get(connection.id) ?? []);
  const settings = settingsWorld(tenant, at);
  const silent = (queue: BotQueue | undefined) => queue && { ...queue, outOfHours: "" };
  return {
    ...settings,
    ...(isClosedSaid && { queue: (id: number) => silent(settings.queue(id)) }),
    greeting: connection.greetingMessage,
    outOfHours: isClosedSaid ? "" : connection.outOfHoursMessage,
    outOfHoursRepeatMinutes: connection.outOfHoursRepeat,
    maxMenus: connection.maxBotMenus,
    restMinutes: connection.botMenuIntervalMinutes,
    lastEndedAt,
    get redirectQueueId() {
      // A queue of another connection disables the rule (docs/rules/automation.md#redirection).
      return queues().some(({ id }) => id === connection.redirectQueueId) ? connection.redirectQueueId : null;
    },
    integrationId: connection.integrationId,
    promptId: connection.promptId,
    get queues() {
      return queues();
    },
  };
}

/** The context of a single queue, as if a connection had only this one; for rehearsals. */
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
    redirectQueueId: null,
    integrationId: null,
    promptId: null,
    queues: [queue],
  };
}

function settingsWorld(tenant: Tenant, at: number) {
  const known = new Map<number, BotQueue | undefined>();
  const responders = tenant.installation.ports.use(BotRespondersPort);
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
    takes: (responder: Parameters<World["takes"]>[0]) => responders.takes(tenant, responder),
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
