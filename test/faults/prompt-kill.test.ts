import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { OPENAI_KEY, type OpenAiSimulator, startOpenAi } from "#simulator/openai/server.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually, linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";

const MINUTE = 60_000;

let world: World;
let openai: OpenAiSimulator;
let customers: Phone[];
beforeAll(async () => {
  openai = startOpenAi();
  world = await startWorld({ env: { ALLOW_PRIVATE_URLS: "true" } });
  customers = ["Marina", "Rui", "Bia"].map((name, n) =>
    world.network.addPerson({ number: `551198111000${n}`, name, addressing: n % 2 === 0 ? "pn" : "lid" }),
  );
}, MINUTE);
afterAll(async () => {
  await world?.close();
  await openai?.stop();
});

function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const heardBy = ({ inbox }: Phone): string[] =>
  inbox.map(({ content }) => content.conversation ?? content.extendedTextMessage?.text ?? "");
const until = (sql: string, rows: number, what: string) =>
  eventually(async () => (stored(sql).length >= rows ? true : undefined), what, MINUTE);

test(
  "a prompt turn is answered exactly once although the server is killed during the model call and again after its response",
  async () => {
    const { server, shop } = world;
    const connectionId = await linkConnection(world);
    const queue = await server.call<{ id: number }>("POST", "/queue", { name: "Vendas", color: "#0b72c4" });
    const prompt = await server.call<{ id: number }>("POST", "/prompt", {
      ...{ name: "Balconista", prompt: "Você é o balconista da loja.", queueId: queue.id },
      ...{ apiKey: OPENAI_KEY, baseUrl: openai.url },
    });
    await server.call("PUT", `/whatsapp/${connectionId}`, { promptId: prompt.id, sendIntervalMs: 0 });

    // Three customers wait for the model, and the process ends before any answer.
    openai.script(...customers.map(() => new Promise<never>(() => {})));
    await Promise.all(customers.map((phone) => phone.send.text(shop, "Que horas vocês abrem?")));
    await eventually(async () => (openai.completions.length >= 3 ? true : undefined), "the model asked");
    expect(stored("SELECT id FROM ai_turn WHERE state = 'thinking'")).toHaveLength(3);
    await server.kill();
    openai.script(...customers.map((_, n) => ({ text: `Às oito (${n}).` })));
    await server.start();

    // Answers that are stored, sent or in flight by now.
    await until("SELECT id FROM ai_turn WHERE state = 'done'", 1, "the first answer");
    await server.kill();
    await server.start();
    await until("SELECT id FROM ai_turn WHERE state = 'done'", 3, "three answers");
    await eventually(
      async () => (customers.every((phone) => heardBy(phone).length > 0) ? true : undefined),
      "an answer at every phone",
      MINUTE,
    );
    await until("SELECT id FROM message WHERE origin = 'ai' AND ack >= 1", 3, "the network's word");

    expect(customers.map((phone) => heardBy(phone).length)).toEqual([1, 1, 1]);
    expect(customers.flatMap(heardBy).every((text) => /^Às oito \(\d\)\.$|^Atendemos/.test(text))).toBe(true);
    expect(stored("SELECT kind, state FROM ai_turn")).toEqual(
      customers.map(() => ({ kind: "answer", state: "done" })),
    );
    expect(stored("SELECT count(*) AS n FROM outbox WHERE source = 'ai'")).toEqual([{ n: 3 }]);
    expect(stored("SELECT DISTINCT use_integration AS ai FROM ticket")).toEqual([{ ai: 1 }]);
  },
  2 * MINUTE,
);
