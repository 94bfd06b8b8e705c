import { createNodeCertificate } from "#cluster/cells/authority.ts";
import { createLinkClient } from "#cluster/cells/link-client.ts";
import { openLinkListener } from "#cluster/cells/link-listener.ts";
import { type Cells, type CompanyMoves, cellOfId, type ForwardedCaller } from "#platform/cells.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { listen } from "#platform/http/server/listen.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./app.ts";
import { testCell } from "./cell.ts";
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
  const made = new Map<number, { readonly app: TestApp; readonly inner: Inner }>();
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

  const cellsOf = (own: number): Cells => ({
    own,
    all: () => numbers,
    ofCompany: (companyId) => moved.get(companyId) ?? cellOfId(companyId),
    directory: directory.of(own),
    moves: memoryMoves(own, moved, claims),
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

  for (const number of numbers) {
    const cells = cellsOf(number);
    const { env, log } = options;
    const app = await startTestApp({
      ...(env && { env }),
      ...(log && { log }),
      clock,
      cell: testCell({ number, epoch: number }),
      cells: options.cells?.(cells) ?? cells,
      ...(options.plug && { plug: options.plug(number) }),
    });
    made.set(number, { app, inner: options.isEncrypted ? openEncrypted(app) : openPlain(app) });
  }
  return {
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
    async stop() {
      for (const { app, inner } of made.values()) {
        await app.stop();
        await inner.stop();
      }
    },
  };
}

/** Moves without servers. `claims`: by company. */
function memoryMoves(own: number, moved: Map<number, number>, claims: Map<number, string>): CompanyMoves {
  const cellOf = (companyId: number) => moved.get(companyId) ?? cellOfId(companyId);
  return {
    async claim(companyId, move) {
      if (cellOf(companyId) !== own) return false;
      claims.set(companyId, move);
      return true;
    },
    async complete(companyId, move, to) {
      if (claims.get(companyId) !== move) return false;
      moved.set(companyId, to);
      return true;
    },
    async settle(companyId) {
      claims.delete(companyId);
      return cellOf(companyId);
    },
  };
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
