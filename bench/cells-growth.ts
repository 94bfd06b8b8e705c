import { natsProgram } from "#test/helpers/nats/servers.ts";
import { cpuMs } from "./harness/cpu.ts";
import { type BenchCell, type BenchCells, startCells } from "./harness/growing-cells.ts";
import { memoryOf } from "./harness/programs.ts";
import { type Figure, ms, percent } from "./harness/report.ts";
import { until } from "./harness/simulated.ts";

const COUNTS = [1, 2, 3] as const;
/** Messages a second and cell: low, because all programs share the cores of this machine. */
const RATE = 25;
const MESSAGES = 400;
/** Messages before the measurement, faster, so that the code is compiled. */
const WARM = 900;
const WARM_RATE = 90;
const IDLE_MS = 8000;
/** Processor time of an owner per message may grow by this share from one cell to three. */
const MOST_GROWTH = 0.1;

/** What one cell does for each message of a kind. `done`: how many it has done so far. */
interface Kind {
  readonly name: string;
  readonly make: (cell: BenchCell, n: number, cells: BenchCells) => Promise<unknown>;
  readonly done: string;
}

const KINDS: readonly Kind[] = [
  {
    name: "received message",
    make: ({ customers, shop }, n, { network }) =>
      network.call("send", {
        kind: "text",
        from: customers[n % customers.length] ?? "",
        to: shop,
        text: `mensagem recebida ${n}`,
      }),
    done: "SELECT count(*) FROM message WHERE from_me = 0",
  },
  {
    name: "sent message",
    make: ({ owner, headers, tickets }, n) =>
      ask(`${owner.url}/api/messages/${tickets[n % tickets.length]}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ body: `mensagem enviada ${n}` }),
      }),
    done: "SELECT count(*) FROM message WHERE from_me = 1 AND ack >= 1",
  },
  {
    name: "status change",
    make: ({ owner, headers, tickets }, n) =>
      ask(`${owner.url}/api/tickets/${tickets[n % tickets.length]}`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ status: Math.floor(n / tickets.length) % 2 === 0 ? "pending" : "open" }),
      }),
    // Its answer is the end.
    done: "SELECT 0",
  },
];

async function ask(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}

/** Sums over all cells since the start. */
interface Sums {
  readonly atMs: number;
  /** Processor time of owners, standbys and NATS servers, ms. */
  readonly owners: number;
  readonly standbys: number;
  readonly nats: number;
  readonly commits: number;
  readonly logBytes: number;
  /** Bytes that the NATS servers received and sent, also between them. */
  readonly wireBytes: number;
}
const FIELDS = ["atMs", "owners", "standbys", "nats", "commits", "logBytes", "wireBytes"] as const;

async function sums({ cells, nats }: BenchCells): Promise<Sums> {
  const add = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const appended = await Promise.all(cells.map((cell) => cell.appended()));
  const traffic = await Promise.all(
    nats.monitorUrls.map(async (url) => {
      const { in_bytes: received, out_bytes: sent } = (await (await fetch(`${url}/varz`)).json()) as Record<
        "in_bytes" | "out_bytes",
        number
      >;
      return received + sent;
    }),
  );
  return {
    atMs: performance.now(),
    owners: add(cells.map(({ owner }) => cpuMs(owner.process.pid))),
    standbys: add(cells.map(({ standby }) => cpuMs(standby.process.pid))),
    nats: add(nats.pids.map(cpuMs)),
    commits: add(appended.map(({ commits }) => commits)),
    logBytes: add(appended.map(({ bytes }) => bytes)),
    wireBytes: add(traffic),
  };
}

/** `before` may be a rate per ms: then `factor` is the time. */
const minus = (after: Sums, before: Sums, factor = 1): Sums =>
  Object.fromEntries(
    FIELDS.map((field) => [field, after[field] - factor * before[field]]),
  ) as unknown as Sums;
const per = (whole: Sums, count: number): Sums =>
  Object.fromEntries(FIELDS.map((field) => [field, whole[field] / count])) as unknown as Sums;

/** Makes so many messages in every cell, evenly spaced, and waits until all are done. */
async function run(
  cells: BenchCells,
  kind: Kind,
  { messages, rate, from }: { readonly messages: number; readonly rate: number; readonly from: number },
): Promise<void> {
  const before = cells.cells.map((cell) => cell.count(kind.done));
  const hasEnd = kind.done !== "SELECT 0";
  const begin = performance.now();
  const waiting: Promise<unknown>[] = [];
  for (let n = 0; n < messages; n += 1)
    for (const [index, cell] of cells.cells.entries()) {
      const at = begin + ((n + index / cells.cells.length) * 1000) / rate;
      await Bun.sleep(Math.max(0, at - performance.now()));
      waiting.push(kind.make(cell, from + n, cells));
    }
  await Promise.all(waiting);
  if (!hasEnd) return;
  await until(
    `${messages} × ${kind.name}`,
    () => cells.cells.every((cell, index) => cell.count(kind.done) - (before[index] ?? 0) >= messages),
    50,
  );
}

interface Round {
  readonly count: number;
  /** What the installation costs without messages, per ms. */
  readonly idle: Sums;
  /** Per message of each kind, without what it costs when idle. */
  readonly kinds: readonly Sums[];
  /** MB: mean of the owners and of the standbys. */
  readonly memory: readonly [number, number];
}

async function round(program: string, count: number): Promise<Round> {
  const cells = await startCells(program, count);
  const own = cells.cells;
  for (const kind of KINDS) await run(cells, kind, { messages: WARM, rate: WARM_RATE / count, from: 0 });
  const idleFrom = await sums(cells);
  await Bun.sleep(IDLE_MS);
  const passed = minus(await sums(cells), idleFrom);
  const idle = per(passed, passed.atMs);
  const kinds: Sums[] = [];
  for (const kind of KINDS) {
    const before = await sums(cells);
    await run(cells, kind, { messages: MESSAGES, rate: RATE, from: WARM });
    const spent = minus(await sums(cells), before);
    kinds.push(per(minus(spent, idle, spent.atMs), count * MESSAGES));
  }
  const mean = async (of: (cell: BenchCell) => BenchCell["owner"]) => {
    let sum = 0;
    for (const cell of own) sum += await memoryOf(of(cell).process);
    return sum / own.length;
  };
  const memory = [await mean(({ owner }) => owner), await mean(({ standby }) => standby)] as const;
  await cells.stop();
  return { count, idle, kinds, memory };
}

/**
 * One, two and three cells with the same load for each cell: what a message costs the owners, the standbys and the NATS servers, what
 * the log and the network carry, and the memory of the processes. Skipped when no NATS server can be started. Takes about seven minutes.
 */
export async function cellsGrowth(): Promise<Figure[]> {
  const program = natsProgram();
  if (program === null) return [];
  const rounds: Round[] = [];
  for (const count of COUNTS) rounds.push(await round(program, count));
  const list = (of: (round: Round) => string) => rounds.map(of).join(", ");
  const stated = (name: string, ours: string): Figure => ({ name, ours, goal: "stated", met: true });
  const [first, last] = [rounds[0] as Round, rounds.at(-1) as Round];
  return [
    ...KINDS.flatMap(({ name }, index) => {
      const of = ({ kinds }: Round): Sums => kinds[index] as Sums;
      const growth = of(last).owners / of(first).owners - 1;
      return [
        {
          name: `${name}: processor of the owner, ${COUNTS.join(", ")} cells`,
          ours: list((each) => ms(of(each).owners)),
          ratio: `${growth >= 0 ? "+" : ""}${percent(growth)}`,
          goal: `at most +${percent(MOST_GROWTH)}`,
          met: growth <= MOST_GROWTH,
        },
        stated(
          `${name}: processor of the standby`,
          list((each) => ms(of(each).standbys)),
        ),
        stated(
          `${name}: processor of the three NATS servers`,
          list((each) => ms(of(each).nats)),
        ),
        stated(
          `${name}: commits; bytes of the log per commit`,
          list(
            (each) => `${of(each).commits.toFixed(1)}; ${Math.round(of(each).logBytes / of(each).commits)}`,
          ),
        ),
        stated(
          `${name}: traffic of the NATS servers, kB`,
          list((each) => (of(each).wireBytes / 1000).toFixed(1)),
        ),
      ];
    }),
    stated(
      "without messages, per second: processor of an owner / a standby / all NATS servers; NATS traffic",
      list(
        ({ idle, count }) =>
          `${[idle.owners / count, idle.standbys / count, idle.nats].map((each) => ms(each * 1000)).join(" / ")}; ${(idle.wireBytes).toFixed(0)} kB`,
      ),
    ),
    stated(
      "memory of an owner / a standby",
      list(({ memory }) => memory.map((mb) => `${mb.toFixed(0)} MB`).join(" / ")),
    ),
  ];
}
