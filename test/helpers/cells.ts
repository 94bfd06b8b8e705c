import { createNodeCertificate } from "#cluster/cells/authority.ts";
import { createLinkClient } from "#cluster/cells/link-client.ts";
import { openLinkListener } from "#cluster/cells/link-listener.ts";
import { type Cells, cellOfId, type ForwardedCaller } from "#platform/cells.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { listen } from "#platform/http/server/listen.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { testCell } from "./cell.ts";
import { filesAfterKill, type Gate, type Life, memoryMoves, newLife, step, withLife } from "./cell-faults.ts";
import { type MemoryDirectory, memoryDirectory } from "./memory-directory.ts";
import { freePort } from "./server-process.ts";

/** Carries the caller of a forwarded request, in place of the connections of a cluster. */
const CALLER = "x-balcao-caller";
/** Headers of one connection, which are not passed on. */
const OF_THE_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "host"];

const WITHOUT_BODY = new Set([204, 205, 304]);

/** A request that went from one cell to another. */
export interface Hop {
  readonly from: number;
  readonly to: number;
  /** `POST /api/auth/login`, without the query. */
  readonly what: string;
}

/** Several cells of one installation, each a real server; they forward to each other over HTTP and websockets. */
export interface TestCells {
  /** The server of cell 1, 2 … */
  of(cell: number): TestApp;
  readonly clock: FakeClock;
  readonly directory: MemoryDirectory;
  /** Forwarded requests and sockets (`GET /socket`) so far. */
  readonly hops: Hop[];
  /** Companies that were moved, with their cell. */
  readonly moved: Map<number, number>;
  /** Cells whose owner does not answer. */
  readonly away: Set<number>;
  /** Called at each step between cells; set by a test. */
  gate: Gate;
  /** Kills the owner of a cell; another process starts with a copy of its files. */
  kill(cell: number): Promise<void>;
  stop(): Promise<void>;
}

export interface TestCellsOptions extends Pick<TestAppOptions, "env" | "log"> {
  /** As that of `startTestApp`, for each cell. */
  readonly plug?: (cell: number) => NonNullable<TestAppOptions["plug"]>;
  /** What a cell knows of the others, changed by the test. */
  readonly cells?: (cells: Cells) => Cells;
  /** True: the cells talk over the mutual TLS of a cluster instead of plain HTTP. */
  readonly isEncrypted?: boolean;
}

export async function startTestCells(count: number, options: TestCellsOptions = {}): Promise<TestCells> {
  const clock = fakeClock();
  const directory = memoryDirectory();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const made = new Map<number, Owner>();
  const killed: Owner[] = [];
  const hops: Hop[] = [];
  const { moved } = directory;
  const claims = new Map<number, string>();
  const away = new Set<number>();
  /** Address of the listener between cells; null while the cell is away. */
  const addressOf = (from: number, to: number, what: string): string | null => {
    hops.push({ from, to, what });
    return away.has(to) ? null : (made.get(to)?.inner.address ?? null);
  };
  const links = options.isEncrypted ? linksBetween((cell) => made.get(cell)?.inner.address ?? null) : null;

  const gate: Gate = (name, when) => testCells.gate(name, when);
  const cellsOf = (own: number, life: Life): Cells => ({
    own,
    all: () => numbers,
    ofCompany: (companyId) => moved.get(companyId) ?? cellOfId(companyId),
    directory: directory.of(own),
    moves: memoryMoves(own, moved, claims, (name, work) => step(life, gate, name, work)),
    async forward(cell, request, caller) {
      const { pathname, search } = new URL(request.url);
      const address = addressOf(own, cell, `${request.method} ${pathname}`);
      if (address === null) throw notAnswered();
      if (links) return links.forward(cell, request, caller);
      const headers = endToEnd(request.headers);
      headers.set(CALLER, JSON.stringify(caller));
      const { method, body, signal } = request;
      // A compressed answer passes unchanged.
      const init = { method, headers, body, signal, redirect: "manual", decompress: false };
      const answer = await fetch(`${address}${pathname}${search}`, init as RequestInit).catch(() => null);
      if (answer === null) throw notAnswered();
      const { status } = answer;
      const content = WITHOUT_BODY.has(status) ? null : answer.body;
      return new Response(content, { status, headers: endToEnd(answer.headers) });
    },
    openSocket(cell, caller) {
      const address = addressOf(own, cell, "GET /socket");
      if (address === null) return null;
      if (links) return links.openSocket(cell, caller);
      const headers = { [CALLER]: JSON.stringify(caller) };
      return new WebSocket(`${address.replace("http", "ws")}/socket`, { headers } as unknown as string[]);
    },
  });

  async function start(number: number, epoch: number, directory?: string): Promise<void> {
    const life = newLife();
    const cells = withLife(cellsOf(number, life), life, gate);
    const { env, log } = options;
    const app = await startTestApp({
      ...(directory !== undefined && { directory }),
      ...(env && { env }),
      ...(log && { log }),
      clock,
      cell: testCell({ number, epoch }),
      cells: options.cells?.(cells) ?? cells,
      ...(options.plug && { plug: options.plug(number) }),
    });
    made.set(number, { app, life, inner: options.isEncrypted ? openEncrypted(app) : openPlain(app) });
  }
  const testCells: TestCells = {
    of(cell) {
      const found = made.get(cell);
      if (!found) throw new Error(`there is no cell ${cell}`);
      return found.app;
    },
    clock,
    directory,
    hops,
    moved,
    away,
    gate: () => {},
    async kill(cell) {
      const owner = made.get(cell);
      if (!owner) throw new Error(`there is no cell ${cell}`);
      owner.life.isDead = true;
      killed.push(owner);
      await owner.inner.stop();
      await start(cell, cell + 10 * killed.length, filesAfterKill(owner.app.directory));
    },
    async stop() {
      testCells.gate = () => {};
      const stop = async ({ app, inner, life }: Owner) => {
        life.end();
        await inner.stop();
        await app.stop();
      };
      await Promise.all(killed.map(stop));
      for (const owner of made.values()) await stop(owner);
    },
  };
  for (const number of numbers) await start(number, number);
  return testCells;
}

/** The process that owns a cell. */
interface Owner {
  readonly app: TestApp;
  readonly inner: Inner;
  readonly life: Life;
}

/** The listener between cells. */
interface Inner {
  readonly address: string;
  stop(): Promise<void>;
}

/** Without TLS: everything that arrives here is from another cell. */
function openPlain({ app }: TestApp): Inner {
  const server = listen({
    port: 0,
    host: "127.0.0.1",
    websocket: app.websocket,
    fetch(request, server) {
      const caller = JSON.parse(request.headers.get(CALLER) ?? "null") as ForwardedCaller;
      return app.fetch(request, server, caller);
    },
  });
  return { address: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

const certificate = () => createNodeCertificate("the installation key of the tests");

function openEncrypted({ app }: TestApp): Inner {
  const address = `https://127.0.0.1:${freePort()}`;
  const { fetch: handle, websocket } = app;
  const port = openLinkListener({ address, certificate: certificate(), handle, websocket });
  return { address, stop: () => port.stop(true) };
}

const linksBetween = (addressOf: (cell: number) => string | null) =>
  createLinkClient({
    owners: {
      of(cell) {
        const address = addressOf(cell);
        return address === null ? null : { node: `node ${cell}`, incarnation: `${cell}`, address };
      },
      use: () => () => {},
      onLost: () => {},
    },
    certificate: certificate(),
    ownAddress: null,
    clock: fakeClock(),
    reachability: () => ({ watch: () => () => {} }),
  });

function endToEnd(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  return headers;
}

const notAnswered = () => new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
