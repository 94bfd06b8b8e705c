import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { createCloudDriver } from "./cloud/driver.ts";
import { createIntake } from "./intake.ts";
import { createPageDriver } from "./meta/driver.ts";
import type { Provider, SessionKey } from "./provider.ts";
import * as sql from "./queries.sql.ts";
import { createWhatsappProvider } from "./whatsapp/index.ts";

/**
 * The provider of this installation: dispatches every call to the driver of its connection. The worker threads of the
 * WhatsApp engine start with its first session.
 */
export function createDriver(installation: Installation): Provider {
  const { config, secrets, tenants, durability, dataDirectory } = installation;
  const log = installation.log.child({ part: "whatsapp" });
  const events = createIntake(installation);
  const whatsapp: Provider = createWhatsappProvider({
    ...(durability.durableElsewhere && { shipping: { durability, directory: dataDirectory } }),
    events,
    sealingKey: secrets.key("whatsapp"),
    ...(config.whatsappUrl !== null && { url: config.whatsappUrl }),
    ...(config.whatsappRootKey !== null && { rootKey: config.whatsappRootKey }),
    log: (level, message, fields) => log[level](fields, message),
  });
  const pages = createPageDriver(installation, events);
  const cloud = createCloudDriver(installation, events);
  return dispatchTo([whatsapp, pages, cloud], (key) => {
    const { companyId, connectionId } = key;
    const tenant = tenants.open(companyId);
    // The driver is cached, because each send needs it twice. It never changes: a connection keeps its channel and
    // cannot be switched between the official and the unofficial WhatsApp API.
    const known = tenant.cached("connection-drivers", () => new Map<number, Provider>());
    const driver = known.get(connectionId);
    if (driver) return driver;
    const row = queryOne(tenant.db, sql.driverOf, { id: connectionId });
    const found = row && row.channel !== "whatsapp" ? pages : row?.provider === "cloud" ? cloud : whatsapp;
    if (row) known.set(connectionId, found);
    return found;
  });
}

/**
 * A provider that dispatches by session. The calls are async so that a company that cannot be opened rejects instead
 * of throwing.
 */
function dispatchTo(all: readonly Provider[], of: (key: SessionKey) => Provider): Provider {
  return {
    start: async (key, options) => of(key).start(key, options),
    stop: async (key) => of(key).stop(key),
    logout: async (key) => of(key).logout(key),
    wipe: async (directory, key) => of(key).wipe(directory, key),
    forget: async (directory, key, values) => of(key).forget?.(directory, key, values),
    hasCredentials: async (directory, key) => of(key).hasCredentials(directory, key),
    accept: (key, batchId) => of(key).accept(key, batchId),
    newMessageId: (key, seed, refusals) => of(key).newMessageId(key, seed, refusals),
    send: async (key, message) => of(key).send(key, message),
    markRead: async (key, chat, messages) => of(key).markRead(key, chat, messages),
    // Timers call this too, and may fire while the process shuts down.
    typing: async (key, chat, active, answering) => of(key).typing(key, chat, active, answering),
    checkNumber: async (key, number) => of(key).checkNumber(key, number),
    limits: async (key) => of(key).limits(key),
    isEstablished: async (key, addresses) => of(key).isEstablished(key, addresses),
    profilePicture: async (key, address) => of(key).profilePicture(key, address),
    phoneBook: async (key) => of(key).phoneBook(key),
    requestHistory: async (key, request) => of(key).requestHistory?.(key, request) ?? { state: "closed" },
    downloadMedia: async (key, handle) => of(key).downloadMedia(key, handle),
    probe: async (key) => of(key).probe(key),
    passkey: async (key) => of(key).passkey?.(key) ?? null,
    answerPasskey: async (key, assertion) =>
      of(key).answerPasskey?.(key, assertion) ?? { state: "wrong_step" },
    confirmPasskey: async (key) => of(key).confirmPasskey?.(key) ?? { state: "wrong_step" },
    setRejectCalls: (key, reject) => of(key).setRejectCalls(key, reject),
    async close() {
      await Promise.all(all.map((driver) => driver.close()));
    },
  };
}
