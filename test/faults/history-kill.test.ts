import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import { addNumber, type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import { historyWebhook, type OldMessage } from "#simulator/graph/cloud-history.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";

/** The long run has 50,000 messages and 20 kills: `HISTORY_MESSAGES=50000 FAULT_KILLS=20`. */
const MESSAGES = Number(process.env["HISTORY_MESSAGES"] ?? 2000);
const KILLS = Number(process.env["FAULT_KILLS"] ?? 2);
const PEOPLE = 50;
/** Above the size at which a body is written to disk before the answer. */
const PADDING = 600_000;

let graph: GraphSimulator;
let server: ServerProcess;
let number: CloudNumber;
beforeAll(async () => {
  graph = startGraph();
  server = new ServerProcess({ env: { META_GRAPH_URL: graph.url } });
  await server.start();
  await server.signIn();
  graph.webhook = `${server.url}/webhooks/meta`;
  for (const [key, value] of [
    ["metaAppId", GRAPH_APP.id],
    ["metaAppSecret", GRAPH_APP.secret],
  ])
    await server.call("PUT", `/settings/${key}`, { key, value });
  number = addNumber(graph.book, "Loja Aurora");
  number.isInApp = true;
  const token = graph.book.addUser("9001", []);
  cloudOf(graph.book).allowed.set("9001", [number]);
  const { grant } = await server.call<{ grant: string }>("POST", "/facebook/official/numbers", { token });
  const chosen = { grant, phoneNumberId: number.id, businessAccountId: number.businessId };
  await server.call("POST", "/facebook/official", { ...chosen, name: "Oficial" });
}, 60_000);
afterAll(async () => {
  await server?.remove();
  await graph?.stop();
});

function stored<Row>(sql: string): Row[] {
  const path = join(server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const imported = () => stored<{ n: number }>("SELECT count(*) AS n FROM message")[0]?.n ?? 0;

test(
  `a history of ${MESSAGES} messages is imported once each, in order, across ${KILLS} kills`,
  async () => {
    const start = Date.now() - 100 * 24 * 60 * 60_000;
    const messages = Array.from(
      { length: MESSAGES },
      (_, n): OldMessage => ({
        ...{ id: `wamid.H${n}`, text: `m${n}`, fromMe: n % 3 === 0, at: start + n * 60_000 },
        customer: `55119${String(70_000_000 + (n % PEOPLE))}`,
      }),
    );
    const size = Math.ceil(MESSAGES / 4);
    // The newest part first, as the network sends them.
    for (let part = 3; part >= 0; part -= 1) {
      const chunk = messages.slice(part * size, (part + 1) * size);
      const progress = (4 - part) * 25;
      const body = historyWebhook(number, { phase: 2, progress, messages: chunk, padding: PADDING });
      let status = 0;
      for (let tries = 0; status !== 200 && tries < 20; tries += 1) status = await graph.post(body);
      expect(status).toBe(200);
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const target = Math.floor((MESSAGES * kill) / (KILLS + 1));
      while (imported() < target) await Bun.sleep(5);
      await server.kill();
      await server.start();
    }
    while (imported() < MESSAGES) await Bun.sleep(50);
    await Bun.sleep(500);
    const rows = stored<{ body: string; contactId: number }>(
      "SELECT body, contact_id AS contactId FROM message ORDER BY contact_id, place",
    );
    expect(rows).toHaveLength(MESSAGES);
    expect(new Set(rows.map(({ body }) => body)).size).toBe(MESSAGES);
    const unordered = rows.filter(({ body, contactId }, index) => {
      const before = rows[index - 1];
      return before?.contactId === contactId && Number(before.body.slice(1)) > Number(body.slice(1));
    });
    expect(unordered).toEqual([]);
    const tickets = stored("SELECT DISTINCT status, origin FROM ticket");
    expect(tickets).toEqual([{ status: "closed", origin: "import" }]);
  },
  30 * 60_000,
);
