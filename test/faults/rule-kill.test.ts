import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";

/** Kills: 6 in the ordinary run, 100 in the long one (`FAULT_KILLS=100`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 6);
const MESSAGES = 60;
const CHILD = join(import.meta.dir, "rule-child.ts");

let directory: string;
let args: string[];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "balcao-rules-"));
  const place = await startTestApp({ directory });
  const tenant = place.company();
  const queueId = testQueue(tenant, "Pedidos");
  const connectionId = testConnection(tenant, { queueIds: [queueId, testQueue(tenant, "Outros")] });
  run(tenant.db, "UPDATE connection SET greeting_message = 'Menu'");
  const tagId = run(
    tenant.db,
    "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('Pedido', '#ff0000', 0, 0)",
  ).id;
  const admin = place.api(testUser(tenant, { profile: "admin" }));
  const rule = (body: object) => admin.post("/rules", { active: true, ...body });
  const orders = { all: [{ field: "message.text", op: "contains_word", value: ["pedido"] }] };
  await rule({
    ...{ name: "Recibo", event: "message_received", oncePer: "event", settings: { anyTime: true } },
    ...{ conditions: orders, actions: [{ action: "reply", text: "Recebemos o pedido" }] },
  });
  await rule({
    ...{ name: "Fila", event: "message_received", conditions: orders },
    actions: [
      { action: "tag_add", tagIds: [tagId] },
      { action: "transfer", queueId, startBot: false },
    ],
  });
  await rule({
    ...{ name: "Urgente", event: "tag_added", alsoFromRules: true },
    actions: [{ action: "priority", priority: 4 }],
  });
  args = [directory, String(tenant.id), String(connectionId), String(place.clock.now()), String(MESSAGES)];
  await place.stop({ directory: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function startServer() {
  const child = Bun.spawn(["bun", CHILD, ...args], { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  return {
    said: () => reader.read(),
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function count(sql: string): number {
  const path = join(directory, "companies", args[1] ?? "", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const row = db.prepare(sql).get() as { n: number };
  db.close();
  return row.n;
}

test(
  `a server that is killed ${KILLS} times between message, rule and bot loses none and repeats none`,
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer();
      await Bun.sleep(20 + Math.floor(Math.random() * 150));
      await server.kill();
    }
    const last = await startServer();
    await last.said();
    await eventually(
      async () =>
        count(
          "SELECT (SELECT count(*) FROM inbound_event WHERE state = 'new') + (SELECT count(*) FROM rule_event) AS n",
        ) === 0
          ? true
          : undefined,
      "all messages and events processed",
    );
    await last.kill();

    expect(count("SELECT count(*) AS n FROM message WHERE from_me = 0")).toBe(MESSAGES);
    expect(count("SELECT count(*) AS n FROM rule_run WHERE outcome = 'fired'")).toBe(3 * MESSAGES);
    expect(count("SELECT count(*) AS n FROM rule_run WHERE outcome <> 'fired'")).toBe(0);
    expect(count("SELECT count(*) AS n FROM message WHERE origin = 'rule'")).toBe(MESSAGES);
    expect(count("SELECT count(*) AS n FROM outbox WHERE source = 'rule'")).toBe(MESSAGES);
    // The menu of the bot was replaced every time.
    expect(count("SELECT count(*) AS n FROM message WHERE origin = 'bot'")).toBe(0);
    expect(
      count(
        "SELECT count(*) AS n FROM ticket t JOIN ticket_tag x ON x.ticket_id = t.id WHERE t.priority = 4 AND t.queue_id = 1",
      ),
    ).toBe(MESSAGES);
  },
  120_000 + KILLS * 10_000,
);
