import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import type { Phone } from "#simulator/phones/phone.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { SUPER } from "#test/helpers/server-process.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { checkTags, longestGap, startWriters } from "./cells-load.ts";
import { CELLS, type CellsWorld, signInAs, startCellsWorld } from "./cells-world.ts";
import { calm, checkBook, checkFiles, untilCurrent } from "./checker.ts";
import type { LinkedCompany } from "./cluster-world.ts";
import { companyFile, rowsOf } from "./compare-files.ts";
import { type Pace, startLoad } from "./load.ts";
import { ownerOf } from "./pair.ts";

/**
 * Killed machines. The tests take more than a minute, so they run only with `FAULT_KILLS`. With more than one, the world is larger, and each
 * second machine loses its NATS server as well.
 */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 0);
const isLong = KILLS > 1;
const PER_CELL = isLong ? 100 : 3;
const LIMIT_MS = 10 * 60_000 + KILLS * 180_000;
/** One writer, and a message in each direction every 400 ms, in each cell: the machine has to carry three owners. */
const PACE: Pace = { writers: 1, pauseMs: 60, inMs: 400, outMs: 400 };
const CUSTOMERS = 2;
/** Moves of one company to another cell and back. */
const MOVES = isLong ? 10 : 2;
const MOST_MOVE_MS = 5000;
const MOST_PAUSE_MS = 10_000;
const WITH_SERVER_MS = 15_000;
/** The other cells may wait for the processor while killed processes start again, ms. */
const MOST_OTHER_MS = 3000;
/** A stopped NATS server is started again after this long, ms. */
const SERVER_MS = 12_000;
const SECRET = "the app secret of Meta, long enough";

const program = natsProgram();
const canRun = program !== null && proxyProgram("haproxy") !== null;
if (!canRun) noteSkipped("three machines with three cells need a NATS server and HAProxy");
const isPossible = canRun && KILLS > 0;
const shown = test.skipIf(!isPossible);
const overload = () => Math.max(1, Math.max(...loadavg()) / (2 * availableParallelism()));

describe("three machines with three cells", () => {
  let world: CellsWorld;
  /** Every process, and HAProxy. */
  let addresses: readonly string[] = [];
  const secondOf = (cell: number) => {
    const company = world.companies.filter((each) => each.cell === cell)[1];
    if (!company) throw new Error(`cell ${cell} has too few companies`);
    return company;
  };

  beforeAll(async () => {
    if (program === null || !isPossible) return;
    world = await startCellsWorld(program, PER_CELL);
    for (const pair of world.pairs) await untilCurrent({ nodes: pair });
    addresses = [...world.pairs.flat().map(({ url }) => url), world.url];
  }, LIMIT_MS);
  afterAll(() => world?.close(), 60_000);

  shown(
    "every process answers sign-ins, lists, API keys and sockets of every cell",
    async () => {
      for (const cell of CELLS) {
        const { email, id } = secondOf(cell);
        const home = await signInAs(world.url, email);
        expect(home.cookie).toBe(`cell=${cell}`);
        const { key } = await home.call<{ key: string }>("POST", "/api-keys", {
          name: "ERP",
          scopes: ["contacts:read"],
        });
        expect(key).toStartWith(cell === 1 ? "blc_" : `blc${cell}_`);
        for (const [n, url] of addresses.entries()) {
          const { token, call } = await signInAs(url, email);
          // Through HAProxy the sockets of the pages and their requests carry the cookie.
          const headers = { cookie: home.cookie };
          const socket = await openSocket(url, token, { headers });
          await socket.next((frame) => frame.t === "ready");
          const name = `de ${n}`;
          await call("POST", "/tags", { name, color: "#112233" });
          await socket.event("tag", "create");
          socket.close();
          expect(JSON.stringify(await home.call("GET", "/tags"))).toContain(name);
          const listed = await fetch(`${url}/api/contacts`, {
            headers: { authorization: `Bearer ${key}` },
            tls: { rejectUnauthorized: false },
          });
          expect(listed.status).toBe(200);
        }
        const { directory } = await ownerOf(world.linked[cell - 1]?.nodes ?? []);
        expect(rowsOf(directory, companyFile(id), "SELECT 1 FROM tag")).toHaveLength(addresses.length);
      }
    },
    LIMIT_MS,
  );

  shown(
    "a webhook with messages of all cells is stored once in each, whichever process gets it",
    async () => {
      const root = await signInAs(world.url, SUPER.email, SUPER.password);
      await root.call("PUT", "/settings/metaAppSecret", { value: SECRET });
      const send = (url: string, n: number) => {
        const entry = CELLS.map((cell) => {
          const { pageId } = secondOf(cell);
          const message = { mid: `m.${cell}.${n}`, text: `webhook ${n}` };
          const part = {
            sender: { id: `psid${n}` },
            recipient: { id: pageId },
            timestamp: Date.now(),
            message,
          };
          return { id: pageId, time: Date.now(), messaging: [part] };
        });
        const body = JSON.stringify({ object: "page", entry });
        const signature = createHmac("sha256", SECRET).update(body).digest("hex");
        return fetch(`${url}/webhooks/meta`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
          body,
          tls: { rejectUnauthorized: false },
        });
      };
      // The secret is copied from the home cell within two seconds.
      for (const [n, url] of addresses.entries())
        await eventually(
          async () => ((await send(url, n)).status === 200 ? true : undefined),
          `200 of ${url}`,
        );
      // Meta repeats calls.
      await send(world.url, 0);
      for (const cell of CELLS) {
        const { id } = secondOf(cell);
        const count = async () => {
          const { directory } = await ownerOf(world.pairs[cell - 1] ?? []);
          const sql = "SELECT provider_id FROM message WHERE body LIKE 'webhook %'";
          return rowsOf(directory, companyFile(id), sql).length;
        };
        await eventually(
          async () => ((await count()) >= addresses.length ? true : undefined),
          `messages of cell ${cell}`,
        );
        expect(await count()).toBe(addresses.length);
      }
    },
    LIMIT_MS,
  );

  shown(
    "the super user lists the companies of all cells and reads each of them at every process",
    async () => {
      for (const url of addresses) {
        const root = await signInAs(url, SUPER.email, SUPER.password);
        const listed = await root.call<{ id: number }[]>("GET", "/companies/list");
        for (const cell of CELLS) {
          const { id } = secondOf(cell);
          expect(listed.map((company) => company.id)).toContain(id);
          expect(await root.call<{ id: number }>("GET", `/companies/${id}`)).toMatchObject({ id });
        }
      }
    },
    LIMIT_MS,
  );

  shown(
    `${MOVES} moves of a company that is at work lose and double nothing`,
    async () => {
      const [company] = world.linked.slice(1);
      const id = world.companies.find(({ cell }) => cell === 2)?.id;
      if (!company || id === undefined) throw new Error("no company");
      const { load, customers } = await loadOf(company, 50);
      const pauses: number[] = [];
      let cell = 2;
      for (let n = 0; n < MOVES; n += 1) {
        await Bun.sleep(1000);
        const to = cell === 2 ? 3 : 2;
        const owner = await ownerOf(world.pairs[cell - 1] ?? []);
        const since = performance.now();
        await owner.command("cluster", "move", "--company", String(id), "--to", String(to));
        const { acknowledgedAt } = load.book;
        const until = performance.now();
        await eventually(
          async () => (acknowledgedAt.some((at) => at > until) ? true : undefined),
          `a write in cell ${to}`,
          60_000,
        );
        pauses.push(Math.round(longestGap(acknowledgedAt, since - 200)));
        cell = to;
      }
      await load.stop();
      await calm(company, load.book);
      await checkBook(company, load.book, customers);
      const { acknowledged, inbound, outbound } = sumOf([load.book]);
      expect(outbound).toBeGreaterThan(0);
      console.log(
        `pauses of moves ${pauses.toSorted((a, b) => a - b)} ms; acknowledged ${acknowledged}, inbound ${inbound}, sent ${outbound}`,
      );
      const p95 = pauses.toSorted((a, b) => a - b)[Math.floor(0.95 * pauses.length)] ?? 0;
      expect(p95).toBeLessThan(MOST_MOVE_MS * overload());
    },
    LIMIT_MS,
  );

  shown(
    `${KILLS} killed machines pause only their cells, and nothing is lost or doubled`,
    async () => {
      const writers = await startWriters(world);
      const loads = [];
      for (const company of world.linked) loads.push(await loadOf(company));
      const pauses: string[] = [];
      const failures: string[] = [];
      for (let n = 0; n < KILLS; n += 1) {
        await backHome(world);
        const withServer = n % 2 === 1;
        const machine = Math.floor(isLong ? n / 2 : n) % CELLS.length;
        const before = writers.books.map(({ refused }) => refused.length);
        const since = performance.now();
        for (const node of world.machines[machine] ?? []) node.signal("SIGKILL");
        if (withServer) await world.nats.kill(machine);
        await ownerOf(world.pairs[machine] ?? []);
        if (withServer) {
          await Bun.sleep(SERVER_MS);
          await world.nats.start(machine);
        }
        const until = performance.now();
        for (const [index, { acknowledgedAt }] of writers.books.entries())
          await eventually(
            async () => (acknowledgedAt.some((at) => at > until) ? true : undefined),
            `a write in cell ${index + 1} after machine ${machine + 1} was killed`,
            120_000,
          );
        const what = `machine ${machine + 1}${withServer ? " with its NATS server" : ""}`;
        for (const [index, { acknowledgedAt, refused }] of writers.books.entries()) {
          const gap = Math.round(longestGap(acknowledgedAt, since - 500));
          const refusedNow = refused.slice(before[index]);
          const isOwn = index === machine;
          pauses.push(
            `| ${what} | ${index + 1}${isOwn ? " (its own)" : ""} | ${gap} | ${refusedNow.length} |`,
          );
          const own = withServer ? WITH_SERVER_MS : MOST_PAUSE_MS;
          const most = isOwn || withServer ? own : MOST_OTHER_MS;
          if (gap > most * overload()) failures.push(`${what}: cell ${index + 1} paused for ${gap} ms`);
          if (!isOwn && !withServer && refusedNow.length > 0)
            failures.push(`${what}: cell ${index + 1} refused ${refusedNow}`);
        }
      }
      await writers.stop();
      for (const { load } of loads) await load.stop();
      console.log(`| killed | cell | longest pause, ms | refused |\n|---|---|---|---|\n${pauses.join("\n")}`);
      await checkTags(world, writers.books);
      for (const { company, load, customers } of loads) {
        await calm(company, load.book);
        await checkBook(company, load.book, customers);
      }
      for (const pair of world.pairs) await checkFiles({ nodes: pair });
      expect(world.network.problems).toEqual([]);
      const { acknowledged, inbound, outbound } = sumOf(loads.map(({ load }) => load.book));
      expect(outbound).toBeGreaterThan(0);
      const tags = writers.books.flatMap(({ acknowledged: known }) => [...known.values()].flat()).length;
      console.log(`acknowledged ${acknowledged + tags}, inbound ${inbound}, sent ${outbound}`);
      expect(failures).toEqual([]);
    },
    LIMIT_MS,
  );

  /** Customers with a ticket that an attendant has accepted, and the load of this company. */
  async function loadOf(company: LinkedCompany, first = 0) {
    const { network, shop, call, nodes, file } = company;
    const customers: Phone[] = Array.from({ length: CUSTOMERS }, (_, n) => {
      const number = `55119${shop.number.slice(-1)}000${1000 + first + n}`;
      return network.addPerson({ number, name: `Cliente ${n}` });
    });
    for (const customer of customers) await customer.send.text(shop, "bom dia");
    const tickets = new Map<string, number>();
    await eventually(async () => {
      const rows = rowsOf<{ id: number; number: string }>(
        (await ownerOf(nodes)).directory,
        file,
        "SELECT t.id, c.number FROM ticket t JOIN contact c ON c.id = t.contact_id",
      );
      const own = new Set(customers.map(({ number }) => number));
      for (const { id, number } of rows) if (own.has(number)) tickets.set(number, id);
      return tickets.size === customers.length ? true : undefined;
    }, "a ticket of each customer");
    for (const id of tickets.values()) await call("PUT", `/tickets/${id}`, { status: "open" });
    return { company, customers, load: startLoad(company, customers, tickets, PACE) };
  }
});

/** Waits until every cell has a current standby, and gives it back to its first machine. */
async function backHome({ pairs }: CellsWorld): Promise<void> {
  for (const pair of pairs) {
    await untilCurrent({ nodes: pair });
    const owner = await ownerOf(pair);
    if (owner === pair[0]) continue;
    await owner.command("cluster", "promote", pair[0].name);
    await untilCurrent({ nodes: pair });
  }
}

function sumOf(books: readonly ReturnType<typeof startLoad>["book"][]) {
  const sum = (of: (book: (typeof books)[number]) => number) =>
    books.reduce((all, book) => all + of(book), 0);
  return {
    acknowledged: sum(({ acknowledged }) => acknowledged.length),
    inbound: sum(({ inbound }) => inbound.size),
    outbound: sum(({ outbound }) => outbound.length),
  };
}
