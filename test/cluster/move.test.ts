import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Network, startNetwork } from "#simulator/network.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { type ClusterWorld, link } from "./cluster-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

/** docs/rules/cells.md#move, with two cells over NATS and the simulated WhatsApp. */

const program = natsProgram();
const LIMIT_MS = 240_000;
const MOVES = Number(process.env["MOVES"] ?? 4);
const CA = join(import.meta.dir, "../../simulator/certs/ca.pem");
const ADMIN = { email: "aurora@example.com", password: "correct horse" };

describe.skipIf(program === null)("a company that is moved between two cells", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-move-"));
  let nats: NatsServers;
  let network: Network;
  let nodes: readonly [NodeProcess, NodeProcess];
  beforeAll(async () => {
    nats = await startNats(program ?? "", folder);
    network = await startNetwork();
    const node = (cell: number) =>
      new NodeProcess({
        name: `n${cell}`,
        folder: join(folder, `n${cell}`),
        natsUrls: nats.urls,
        env: {
          CLUSTER_CELL: String(cell),
          CLUSTER_URL: `https://127.0.0.1:${freePort()}`,
          WHATSAPP_URL: network.url,
          WHATSAPP_ROOT_KEY: network.rootKey,
          NODE_EXTRA_CA_CERTS: CA,
          ALLOW_PRIVATE_URLS: "on",
          ...(cell > 1 && { SUPER_EMAIL: "", SUPER_PASSWORD: "" }),
        },
      });
    nodes = [node(1), node(2)];
    for (const one of nodes) {
      await one.command("cluster", "init");
      one.start();
    }
    for (const one of nodes) await ownerOf([one]);
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    await network?.stop();
    if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
  });

  const callsOf =
    (token: string, at: () => string): ClusterWorld["call"] =>
    async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(`${at()}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return JSON.parse(text) as T;
    };

  test(
    "moves there and back with customers writing and an attendant answering lose and double nothing",
    async () => {
      const provider = callsOf(await signIn(nodes[0]), () => nodes[0].url);
      const plan = await provider<{ id: number }>("POST", "/plans", {
        name: "Cheio",
        users: 9,
        connections: 9,
        queues: 9,
      });
      const company = {
        name: "Padaria Aurora",
        email: ADMIN.email,
        planId: plan.id,
        password: ADMIN.password,
      };
      const { id } = await provider<{ id: number }>("POST", "/companies", {
        ...company,
        dueDate: "2099-01-01",
      });
      const login = async () => {
        const body = JSON.stringify(ADMIN);
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${nodes[1].url}/api/auth/login`, { method: "POST", headers, body });
        return ((await answer.json()) as { token: string }).token;
      };
      // Alternately at both nodes: one of them forwards.
      let turn = 0;
      const token = await login();
      const call = callsOf(token, () => {
        turn += 1;
        return nodes[turn % 2]?.url ?? "";
      });
      const shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
      await link(call, shop);
      const customers = [1, 2, 3].map((n) =>
        network.addPhone({ number: `551198888000${n}`, name: `Cliente ${n}` }),
      );
      const ticketOf = new Map<string, number>();
      for (const phone of customers) await phone.send.text(shop, `Oi, aqui é ${phone.number}`);
      await eventually(async () => {
        const { tickets } = await call<{
          tickets: { id: number; status: string; contact: { number: string } }[];
        }>("GET", "/tickets?showAll=true&status=pending");
        for (const { id: ticketId, contact } of tickets) ticketOf.set(contact.number, ticketId);
        return ticketOf.size === customers.length || undefined;
      }, "tickets of all customers");
      for (const ticketId of ticketOf.values()) await call("PUT", `/tickets/${ticketId}`, { status: "open" });

      const said: string[] = [];
      const answered: { readonly body: string; readonly phone: Phone }[] = [];
      let isOver = false;
      let pauses: number[] = [];
      const customer = async (phone: Phone) => {
        for (let n = 0; !isOver; n += 1) {
          const body = `${phone.number} mensagem ${n}`;
          await phone.send.text(shop, body);
          said.push(body);
          await Bun.sleep(150);
        }
      };
      const attendant = async (phone: Phone) => {
        for (let n = 0; !isOver; n += 1) {
          const body = `resposta ${n} a ${phone.number}`;
          const clientMessageId = crypto.randomUUID();
          const since = performance.now();
          const send = () =>
            call("POST", `/messages/${ticketOf.get(phone.number)}`, { body, clientMessageId });
          while (
            !(await send().then(
              () => true,
              () => false,
            ))
          )
            await Bun.sleep(50);
          pauses.push(performance.now() - since);
          answered.push({ body, phone });
          await Bun.sleep(100);
        }
      };
      const load = [...customers.map(customer), ...customers.map(attendant)];
      const longest: number[] = [];
      for (let n = 0; n < MOVES; n += 1) {
        await Bun.sleep(1500);
        pauses = [];
        const to = n % 2 === 0 ? 2 : 1;
        console.log(await nodes[0].command("cluster", "move", "--company", String(id), "--to", String(to)));
        await Bun.sleep(3000);
        longest.push(Math.round(Math.max(...pauses)));
      }
      isOver = true;
      await Promise.all(load);
      console.log(`longest pauses of an attendant, ms: ${longest.join(", ")}`);
      // A node may know the former cell for 2 s.
      await Bun.sleep(2500);
      const bodiesOf = async (ticketId: number) => {
        const bodies: string[] = [];
        for (let page = 1; ; page += 1) {
          const { messages, hasMore } = await call<{ messages: { body: string }[]; hasMore: boolean }>(
            "GET",
            `/messages/${ticketId}?pageNumber=${page}`,
          );
          for (const { body } of messages) bodies.push(body);
          if (!hasMore) return bodies;
        }
      };
      await eventually(
        async () => {
          const all = (await Promise.all([...ticketOf.values()].map(bodiesOf))).flat();
          return said.every((body) => all.includes(body)) || undefined;
        },
        "every message of a customer",
        60_000,
      );
      const all = (await Promise.all([...ticketOf.values()].map(bodiesOf))).flat();
      const times = (body: string) => all.filter((one) => one === body || one.endsWith(`\n${body}`)).length;
      expect(said.filter((body) => times(body) !== 1)).toEqual([]);
      expect(answered.filter(({ body }) => times(body) !== 1)).toEqual([]);
      for (const { body, phone } of answered)
        await phone.received(({ content }) => textOf(content).endsWith(body), 60_000);
      // A key that is used twice is a message that the phone cannot decrypt, or gets twice.
      for (const phone of customers) {
        const texts = phone.chats.all().map(({ content }) => textOf(content));
        const replies = texts.filter((text) => text.includes("resposta"));
        expect(new Set(replies).size).toBe(replies.length);
      }
      expect(Math.max(...longest)).toBeLessThan(10_000);
      expect(nodes.flatMap(({ ends }) => ends)).toEqual([]);
    },
    LIMIT_MS,
  );
});
