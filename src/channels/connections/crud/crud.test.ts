import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { ConnectionDeleting, ConnectionEmptying } from "#channels/connections/events.ts";
import { connections } from "#channels/connections/feature.ts";
import { pickConnection } from "#channels/connections/pick-connection.ts";
import { getConnection, getConnections } from "#channels/connections/present.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { relinkSession } from "#channels/connections/sessions/commands.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { AppError } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type PublishedBroadcasts, recordBroadcasts } from "#test/helpers/broadcasts.ts";
import {
  type TestInstallation,
  testConnection,
  testInstallation,
  testQueue,
  testUser,
} from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { createConnection } from "./create.ts";
import { deleteConnection, emptyAndDeleteConnection } from "./delete.ts";
import { updateConnection } from "./update.ts";

const TOKEN = "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE";

let app: TestInstallation;
let tenant: Tenant;
let admin: UserCtx;
let provider: ScriptedProvider;
let heard: PublishedBroadcasts;

beforeEach(() => {
  app = testInstallation();
  provider = scriptedProvider();
  app.installation.ports.plug(ProviderPort, provider);
  heard = recordBroadcasts(app.installation);
  connections.listen?.(app.installation);
  tenant = app.company("Acme", { connections: 3 });
  admin = testUser(tenant, { profile: "admin" });
});
afterEach(() => app.close());

const defaults = () => all<{ id: number }>(tenant.db, "SELECT id FROM connection WHERE is_default = 1");

describe("adding a connection", () => {
  test("adding the first connection makes it the default and starts its session", async () => {
    const first = await createConnection(admin, { name: "Vendas", isDefault: false });
    expect(first).toMatchObject({ isDefault: true, status: "OPENING", provider: "beta", maxUseBotQueues: 3 });
    await settle();
    expect(provider.calls).toEqual([`start:${first.id}`]);
  });

  test("adding a connection beyond the plan is rejected with limit and usage", async () => {
    for (const name of ["Um", "Dois", "Três"]) await createConnection(admin, { name });
    await expect(createConnection(admin, { name: "Quatro" })).rejects.toThrow(
      expect.objectContaining({
        code: "ERR_PLAN_LIMIT",
        details: { resource: "connections", limit: 3, used: 3 },
      }),
    );
  });

  test("adding a connection needs a unique name, compared without case", async () => {
    await createConnection(admin, { name: "Vendas" });
    await expect(createConnection(admin, { name: "VENDAS" })).rejects.toThrow("ERR_NAME_IN_USE");
  });

  test("adding a connection needs a greeting with two queues, and existing queues", async () => {
    const queues = [testQueue(tenant), testQueue(tenant)];
    await expect(createConnection(admin, { name: "Vendas", queueIds: queues })).rejects.toThrow(
      "ERR_WAPP_GREETING_REQUIRED",
    );
    await expect(createConnection(admin, { name: "Vendas", queueIds: [999] })).rejects.toThrow(
      "ERR_NO_QUEUE_FOUND",
    );
    const made = await createConnection(admin, {
      name: "Vendas",
      queues: queues.map((id) => ({ id })),
      greetingMessage: "Olá",
    });
    expect(made.queues.map((queue) => queue.id)).toEqual(queues);
    expect(getConnections(admin)).toHaveLength(1);
  });
});

describe("the default connection", () => {
  test("the default connection is always exactly one: setting another moves it, clearing it is refused, deleting it selects the oldest", async () => {
    const { id: a } = await createConnection(admin, { name: "Um" });
    const { id: b } = await createConnection(admin, { name: "Dois" });
    const { id: c } = await createConnection(admin, { name: "Três" });
    await updateConnection(admin, c, { isDefault: true });
    expect(defaults()).toEqual([{ id: c }]);
    await expect(updateConnection(admin, c, { isDefault: false })).rejects.toThrow("ERR_NO_OTHER_WHATSAPP");
    deleteConnection(admin, c, null);
    expect(defaults()).toEqual([{ id: a }]);
    deleteConnection(admin, a, null);
    deleteConnection(admin, b, null);
    expect(getConnections(admin)).toEqual([]);
  });
});

describe("secrets of a connection", () => {
  test("a typed token must be long and hard to guess; an older weak token is reported as weak", async () => {
    for (const token of ["short", "a".repeat(40), "abcdefgh".repeat(5), "12".repeat(20)])
      await expect(createConnection(admin, { name: "Vendas", token })).rejects.toThrow("ERR_VALIDATION");
    const made = await createConnection(admin, { name: "Vendas", token: TOKEN });
    expect(getConnection(admin, made.id)).toMatchObject({ tokenWeak: false });
    run(tenant.db, "UPDATE connection SET token_weak = 1");
    expect(getConnection(admin, made.id)).toMatchObject({ tokenWeak: true, token: "********" });
    await updateConnection(admin, made.id, { token: `${TOKEN}x` });
    expect(getConnection(admin, made.id)).toMatchObject({ tokenWeak: false });
  });

  test("a weak token gets the same answer whether or not another company has it", async () => {
    const other = testUser(app.company("Other"), { profile: "admin" });
    const old = await createConnection(other, { name: "Vendas", token: TOKEN });
    run(other.tenant.db, "UPDATE connection SET token_hash = ? WHERE id = ?", sha256("segredo1"), old.id);
    run(app.installation.system, "UPDATE connection_token SET hash = ?", sha256("segredo1"));
    const answers = await Promise.all(
      ["segredo1", "segredo2"].map((token) =>
        createConnection(admin, { name: "Vendas", token }).catch((error: AppError) => {
          const { status, code, details } = error;
          return { status, code, details };
        }),
      ),
    );
    expect(answers[0]).toEqual(answers[1] as never);
    expect(answers[0]).toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  });

  test("a token is shown once, stored as a hash, and unique in the installation", async () => {
    const made = await createConnection(admin, { name: "Vendas", token: TOKEN });
    expect(made.token).toBe(TOKEN);
    expect(getConnection(admin, made.id)).toMatchObject({ token: "********" });
    expect(one(tenant.db, "SELECT token_last4 AS last4 FROM connection")).toEqual({ last4: TOKEN.slice(-4) });
    const other = testUser(app.company("Other"), { profile: "admin" });
    await expect(createConnection(other, { name: "Vendas", token: TOKEN })).rejects.toThrow("ERR_VALIDATION");
    await updateConnection(admin, made.id, { token: "********" });
    expect(getConnection(admin, made.id)).toMatchObject({ token: "********" });
    await updateConnection(admin, made.id, { token: "" });
    expect(getConnection(admin, made.id)).toMatchObject({ token: "" });
    expect((await createConnection(other, { name: "Vendas", token: TOKEN })).token).toBe(TOKEN);
  });

  test("a proxy address is encrypted at rest and reaches the driver decrypted", async () => {
    const made = await createConnection(admin, {
      name: "Vendas",
      proxyUrl: "socks5://me:pw@proxy.example:1080",
    });
    expect(made.proxyUrl).toBe("********");
    expect(JSON.stringify(all(tenant.db, "SELECT * FROM connection"))).not.toContain("proxy.example");
    await settle();
    expect(provider.started[0]?.proxyUrl).toBe("socks5://me:pw@proxy.example:1080");
    await expect(updateConnection(admin, made.id, { proxyUrl: "gopher://x" })).rejects.toThrow(
      "ERR_URL_NOT_ALLOWED",
    );
  });

  test("the configured version of WhatsApp Web reaches the driver at the next start", async () => {
    const { id } = await createConnection(admin, { name: "Vendas" });
    await settle();
    expect(provider.started.at(-1)).not.toHaveProperty("clientVersion");
    writeSetting(tenant, "waVersion", "2.3000.1023");
    relinkSession(admin, id);
    await settle();
    expect(provider.started.at(-1)?.clientVersion).toEqual([2, 3000, 1023]);
  });

  test("attendants get neither the texts nor the QR code of a connection, in responses and broadcasts", async () => {
    const attendant = testUser(tenant);
    const made = await createConnection(admin, { name: "Vendas", greetingMessage: "Olá" });
    expect(Object.keys(getConnection(attendant, made.id)).sort()).toEqual(
      [
        "channel",
        "health",
        "id",
        "isDefault",
        "lastEventAt",
        "name",
        "provider",
        "queues",
        "restrictions",
        "status",
        "updatedAt",
      ].sort(),
    );
    const [toAdmin] = heard.to(admin, "whatsapp");
    const [toAttendant, ...more] = heard.to(attendant, "whatsapp");
    expect(toAdmin?.["whatsapp"]).toMatchObject({ greetingMessage: "Olá" });
    expect(toAttendant?.["whatsapp"]).not.toHaveProperty("greetingMessage");
    expect(more).toEqual([]);
  });
});

describe("deleting a connection", () => {
  test("when a listener refuses the deletion of a connection, nothing is changed", async () => {
    const { id } = await createConnection(admin, { name: "Vendas" });
    app.installation.bus.within(ConnectionDeleting, ({ tenant: { id: company } }, { moveTo }) => {
      if (company === tenant.id && !moveTo) throw new Error("still needed");
    });
    expect(() => deleteConnection(admin, id, null)).toThrow("still needed");
    expect(defaults()).toEqual([{ id }]);
    const heir = await createConnection(admin, { name: "Suporte" });
    deleteConnection(admin, id, heir.id);
    expect(() => getConnection(admin, id)).toThrow("ERR_NO_WAPP_FOUND");
  });

  test("when the replacement is deleted between two steps, the connection remains with the rows not moved yet", async () => {
    const { id } = await createConnection(admin, { name: "Vendas" });
    const heir = await createConnection(admin, { name: "Suporte" });
    const moved: number[] = [];
    app.installation.bus.within(ConnectionEmptying, (_unit, { steps }) => {
      for (const step of [1, 2, 3]) steps.push(() => void moved.push(step));
    });
    const deletion = emptyAndDeleteConnection(admin, id, heir.id);
    deleteConnection(admin, heir.id, null);
    await expect(deletion).rejects.toThrow("ERR_NO_WAPP_FOUND");
    expect(moved).toEqual([1]);
    expect(getConnection(admin, id).name).toBe("Vendas");
  });

  test("deleting a connection keeps the row with its name, erases the session, and frees the name", async () => {
    const { id } = await createConnection(admin, { name: "Vendas" });
    await settle();
    deleteConnection(admin, id, null);
    await settle();
    expect(provider.calls).toEqual([`start:${id}`, `logout:${id}`, `wipe:${id}`]);
    expect(one(tenant.db, "SELECT name FROM connection WHERE id = ?", id)).toEqual({ name: "Vendas" });
    expect((await createConnection(admin, { name: "Vendas" })).name).toBe("Vendas");
    expect(heard.to(admin, "whatsapp").at(-2)).toEqual({ action: "delete", whatsappId: id });
  });
});

describe("the connection of a new ticket", () => {
  const choose = (requestedId: number | null, ownId: number | null = null) =>
    pickConnection(tenant.db, { requestedId, ownId }).id;
  const offline = (id: number) =>
    tenant.write((unit) => unit.db.$client.exec(`UPDATE connection SET status = 'OPENING' WHERE id = ${id}`));

  test("a new ticket gets the requested connection, even offline; otherwise the user's own, the default, the oldest, each while connected", () => {
    const oldest = testConnection(tenant);
    const standard = testConnection(tenant, { isDefault: true });
    const own = testConnection(tenant);
    expect(choose(null, own)).toBe(own);
    expect(choose(null)).toBe(standard);
    offline(own);
    expect(choose(null, own)).toBe(standard);
    expect(choose(own)).toBe(own);
    offline(standard);
    expect(choose(null)).toBe(oldest);
    offline(oldest);
    expect(() => choose(null)).toThrow("ERR_NO_DEF_WAPP_FOUND");
    expect(() => choose(999)).toThrow("ERR_NO_WAPP_FOUND");
  });
});
