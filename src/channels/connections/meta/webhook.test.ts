import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { droppedWebhooks, waitingWebhooks } from "#channels/connections/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import { webhookOf } from "#simulator/graph/people.ts";
import { type PagesApp, type PagesOffice, pagesOffice, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { processStoredWebhooks } from "./stored-webhooks.ts";
import { metaWebhooks } from "./webhook.ts";

let world: PagesApp;
let office: PagesOffice;
beforeAll(async () => {
  world = await startPagesApp();
  office = await pagesOffice(world);
});
afterAll(() => world.stop());

const stored = () => one<{ n: number }>(office.tenant.db, "SELECT count(*) AS n FROM inbound_event")?.n ?? 0;
const bodies = () =>
  all<{ body: string }>(office.tenant.db, "SELECT body FROM message ORDER BY id").map(({ body }) => body);
const wrote = (text: string, mid: string) =>
  webhookOf(
    { page: office.page, on: "page" },
    {
      sender: { id: office.maria.id },
      recipient: { id: office.page.id },
      timestamp: world.app.clock.now(),
      message: { mid, text },
    },
  );

test("the webhook address is verified only with the configured token", async () => {
  const ask = (token: string) =>
    fetch(
      `${world.app.url}/webhooks/meta?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    );
  const right = await ask(GRAPH_APP.verifyToken);
  expect([right.status, await right.text()]).toEqual([200, "1158201444"]);
  expect((await ask("guess")).status).toBe(403);
  expect((await fetch(`${world.app.url}/webhooks/meta?hub.mode=subscribe`)).status).toBe(403);
});

test("a call without a signature, with a wrong one or with a changed body is refused, and nothing is stored", async () => {
  const before = stored();
  const body = wrote("Sou eu, pode confiar", "m_forged");
  expect(await world.graph.post(body, { secret: null })).toBe(401);
  expect(await world.graph.post(body, { secret: "guess" })).toBe(401);
  const { createHmac } = await import("node:crypto");
  const signature = `sha256=${createHmac("sha256", GRAPH_APP.secret).update(JSON.stringify(body)).digest("hex")}`;
  const altered = await fetch(`${world.app.url}/webhooks/meta`, {
    method: "POST",
    headers: { "x-hub-signature-256": signature },
    body: JSON.stringify(wrote("Transfira para mim", "m_forged")),
  });
  expect(altered.status).toBe(401);
  expect(stored()).toBe(before);
});

test("without a configured secret and verify token, empty values are rejected", async () => {
  const { system } = world.app.installation;
  const kept = all<{ key: string; value: string }>(system, "SELECT key, value FROM installation_setting");
  run(system, "DELETE FROM installation_setting");
  try {
    expect(await world.graph.post(wrote("Sou eu", "m_empty"), { secret: "" })).toBe(401);
    const asked = "hub.mode=subscribe&hub.verify_token=&hub.challenge=1";
    expect((await fetch(`${world.app.url}/webhooks/meta?${asked}`)).status).toBe(403);
  } finally {
    for (const { key, value } of kept)
      run(system, "INSERT INTO installation_setting (key, value) VALUES (?, ?)", key, value);
  }
});

test("a call above 25 MB gets 413, and a malformed signature gets 401 before the body is read", async () => {
  const call = async (headers: Record<string, string>) => {
    const body = "x".repeat(25 * 1024 * 1024 + 1);
    return (await fetch(`${world.app.url}/webhooks/meta`, { method: "POST", body, headers })).status;
  };
  expect(await call({ "x-hub-signature-256": `sha256=${"0".repeat(64)}` })).toBe(413);
  for (const signature of ["", "sha256=0", `sha256=${"z".repeat(64)}`, `sha1=${"0".repeat(64)}`])
    expect(await call({ "x-hub-signature-256": signature })).toBe(401);
});

const UNSIGNED = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
const LARGE = { object: "page", entry: [{ id: "unknown", text: "x".repeat(600_000) }] };

test("large bodies that arrive too slowly are cut, so that they do not block the bodies of Meta", async () => {
  const slow = Array.from({ length: 4 }, () => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) });
    return fetch(`${world.app.url}/webhooks/meta`, { method: "POST", body, headers: UNSIGNED });
  });
  await Bun.sleep(200);
  world.app.clock.advance(4000);
  world.app.clock.advance(1000);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(await world.graph.post(LARGE)).toBe(200);
});

test("attackers from four networks that send fast enough lose their places to a sender with a valid signature", async () => {
  await world.graph.post(LARGE);
  const attack = ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"].map((address) => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(200_000)) });
    return metaWebhooks.handle(
      world.app.installation,
      new Request(`${world.app.url}/webhooks/meta`, { method: "POST", body, headers: UNSIGNED }),
      { ip: address, https: false, host: "" },
    );
  });
  const outcomes = attack.map((call) =>
    Promise.resolve(call).then(
      ({ status }) => status,
      (error) => error.status,
    ),
  );
  await Bun.sleep(50);
  expect(await world.graph.post(LARGE)).toBe(200);
  world.app.clock.advance(60_000);
  expect(await Promise.all(outcomes)).toEqual([503, 503, 503, 503]);
});

test("a large webhook body that failed is processed again after a minute, not at each further webhook call", async () => {
  const { installation } = world.app;
  const directory = join(installation.dataDirectory, "webhooks");
  await Bun.write(join(directory, "failing.json"), '{"n":1}');
  let attempts = 0;
  const process = async (body: unknown) => {
    if (!Object.hasOwn(body as object, "n")) return;
    attempts += 1;
    if (attempts === 1) throw new Error("disk full");
  };
  for (let call = 0; call < 6; call += 1) await processStoredWebhooks(installation, process);
  expect(attempts).toBe(1);
  world.app.clock.advance(60_000);
  await processStoredWebhooks(installation, process);
  expect(attempts).toBe(2);
  expect(await Bun.file(join(directory, "failing.json")).exists()).toBe(false);
});

test("a large webhook body that fails waits 7 days, shown in the metrics, and is then deleted", async () => {
  const { installation, clock } = world.app;
  const path = join(installation.dataDirectory, "webhooks", "waiting.json");
  await Bun.write(path, '{"n":2}');
  const days = (count: number) => new Date(clock.now() - count * 24 * 3_600_000);
  utimesSync(path, days(6.9), days(6.9));
  const process = async () => {
    throw new Error("no owner");
  };
  await processStoredWebhooks(installation, process);
  expect(waitingWebhooks(installation).rows).toBe(1);
  expect(Math.round(waitingWebhooks(installation).oldestSeconds / 8640)).toBe(69);
  utimesSync(path, days(7.1), days(7.1));
  clock.advance(60_000);
  await processStoredWebhooks(installation, process);
  expect([existsSync(path), waitingWebhooks(installation)]).toEqual([false, { rows: 0, oldestSeconds: 0 }]);
});

test("the signature of a long call is verified while its body arrives in pieces", async () => {
  const text = "Bom dia! ".repeat(30_000);
  expect(await world.graph.post({ object: "page", entry: [{ id: "unknown", text }] })).toBe(200);
});

test("an unsigned call for a page, an account or a number is rejected", async () => {
  const before = stored();
  const dropped = droppedWebhooks(world.app.installation);
  for (const object of ["page", "instagram", "whatsapp_business_account"])
    for (const secret of [null, "guess"])
      expect(await world.graph.post({ ...wrote("Oi", "m_forged"), object }, { secret })).toBe(401);
  expect([stored(), droppedWebhooks(world.app.installation)]).toEqual([before, dropped]);
});

test("a repeated call is answered with 200 and stores one message", async () => {
  const body = wrote("Bom dia!", "m_twice");
  expect(await world.graph.post(body)).toBe(200);
  expect(await world.graph.post(body)).toBe(200);
  await quiet(world.graph);
  expect(bodies().filter((text) => text === "Bom dia!")).toHaveLength(1);
});

test("calls for unknown pages, unknown objects and empty bodies are answered and counted", async () => {
  const before = droppedWebhooks(world.app.installation);
  const entry = [{ id: "404404", messaging: [{ sender: { id: "1" }, message: { mid: "m", text: "x" } }] }];
  expect(await world.graph.post({ object: "page", entry })).toBe(200);
  expect(await world.graph.post({ object: "permissions", entry })).toBe(200);
  expect(droppedWebhooks(world.app.installation)).toBe(before + 2);
  expect(await world.graph.post({ object: "page", entry: [null, 7, { id: office.page.id }] })).toBe(200);
});

test("receipts, reactions and deletions that arrive before their message are applied later", async () => {
  const at = world.app.clock.now();
  const place = { page: office.page, on: "instagram" } as const;
  const chat = {
    sender: { id: office.joao.id },
    recipient: { id: office.page.instagram?.id },
    timestamp: at,
  };
  await world.graph.post(
    webhookOf(place, { ...chat, reaction: { mid: "m_late", action: "react", emoji: "❤" } }),
  );
  await world.graph.post(webhookOf(place, { ...chat, message: { mid: "m_late", is_deleted: true } }));
  await world.graph.post(webhookOf(place, { ...chat, message: { mid: "m_late", text: "Tem preto?" } }));
  await quiet(world.graph);
  const row = one<{ deleted: number | null; reactions: string }>(
    office.tenant.db,
    "SELECT deleted_at AS deleted, reactions FROM message WHERE provider_id = 'm_late'",
  );
  expect(row?.deleted).not.toBeNull();
  expect(row?.reactions).toContain("❤");
});

test("a message of a new contact is stored before Meta is answered, and a slow profile does not delay it", async () => {
  const rosa = world.graph.person({ page: office.page, on: "page" }, "Rosa Dias");
  const said = (text: string, mid: string) =>
    webhookOf(
      { page: office.page, on: "page" },
      {
        sender: { id: rosa.id },
        recipient: { id: office.page.id },
        timestamp: world.app.clock.now(),
        message: { mid, text },
      },
    );
  world.graph.slowMs = 1000;
  const before = stored();
  const begin = performance.now();
  expect(await world.graph.post(said("Oi", "m_rosa_1"))).toBe(200);
  expect(performance.now() - begin).toBeLessThan(900);
  expect(stored()).toBe(before + 1);
  // Her next message is stored after the first, and a repetition is ignored.
  expect(await world.graph.post(said("Tem azul?", "m_rosa_2"))).toBe(200);
  expect(await world.graph.post(said("Oi", "m_rosa_1"))).toBe(200);
  expect(stored()).toBe(before + 2);
  expect(bodies()).not.toContain("Oi");
  await quiet(world.graph);
  world.graph.slowMs = 0;
  expect(bodies().filter((text) => text === "Oi" || text === "Tem azul?")).toEqual(["Oi", "Tem azul?"]);
  expect(one(office.tenant.db, "SELECT 1 FROM contact WHERE name = 'Rosa Dias'")).toBeDefined();
});
