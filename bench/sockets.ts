import { adminEmail, PASSWORD } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { memoryOf, type Program, signIn } from "./harness/programs.ts";
import { type Figure, ms, percent } from "./harness/report.ts";

const MANY = 10_000;
/** Server and clients of the yardstick share one process, and its 20,000 open files. */
const BARE = 9_000;
const ROUNDS = 100;

/** Clients that are signed in and count the events of one channel. */
interface Crowd {
  /** Resolves when every client has received one more event accepted by `wanted`. */
  all(wanted: string): Promise<void>;
  close(): void;
}

/** Opens this many clients of `url` and waits until they are ready; `hello`: the first frame of each. */
async function crowd(url: string, size: number, hello: string | null): Promise<Crowd> {
  const sockets: WebSocket[] = [];
  let waiting: { wanted: string; left: number; done: () => void } | undefined;
  for (let from = 0; from < size; from += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, size - from) }, () => {
        const socket = new WebSocket(url);
        sockets.push(socket);
        return new Promise<void>((resolve, reject) => {
          socket.onopen = () => {
            if (hello) socket.send(hello);
            else resolve();
          };
          socket.onerror = () => reject(new Error("socket failed"));
          socket.onmessage = ({ data }) => {
            const text = String(data);
            if (text.startsWith('{"t":"ready"')) resolve();
            else if (waiting && text.includes(waiting.wanted)) {
              waiting.left -= 1;
              if (waiting.left === 0) waiting.done();
            }
          };
        });
      }),
    );
  }
  return {
    all: (wanted) =>
      new Promise((resolve) => {
        waiting = { wanted, left: size, done: resolve };
      }),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** Bare publish of the same frame to as many sockets of a topic: the floor. */
async function bare(size: number, rounds: number): Promise<number> {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, self) => (self.upgrade(request, { data: undefined }) ? undefined : new Response("no")),
    websocket: {
      open(ws) {
        ws.subscribe("all");
      },
      message() {},
    },
  });
  const clients = await crowd(`ws://127.0.0.1:${server.port}`, size, null);
  const frame = JSON.stringify({ t: "event", seq: 1, data: { pad: "x".repeat(900) } });
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = clients.all('"seq":1');
    const at = performance.now();
    server.publish("all", frame);
    await heard;
    samples.push(performance.now() - at);
  }
  clients.close();
  server.stop(true);
  return percentile(samples, 0.5);
}

/** How long each of so many changes of a ticket takes to the last of the clients, ms. */
async function changesHeard(
  url: string,
  headers: Record<string, string>,
  clients: Crowd,
  ticketId: number,
  rounds: number,
): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = clients.all(`"id":${ticketId},`);
    const at = performance.now();
    const body = JSON.stringify({ status: round % 2 === 0 ? "pending" : "open" });
    const response = await fetch(`${url}/api/tickets/${ticketId}`, { method: "PUT", headers, body });
    if (!response.ok) throw new Error(`PUT failed: ${response.status}`);
    await heard;
    samples.push(performance.now() - at);
  }
  return samples;
}

/** Write of an attendant → the last of so many browsers has the event. */
export async function fanOut(ours: Program, size: { tickets: number; contacts: number }): Promise<Figure[]> {
  const { token, headers } = await signIn(ours.url, adminEmail, PASSWORD);
  const figures: Figure[] = [];
  const ticketId = size.tickets - size.contacts + 10;
  for (const [count, goal] of [
    [200, 8],
    [2000, 40],
  ] as const) {
    const clients = await crowd(
      `${ours.url.replace("http", "ws")}/socket`,
      count,
      JSON.stringify({ t: "auth", token }),
    );
    const samples = await changesHeard(ours.url, headers, clients, ticketId, 30);
    clients.close();
    const floor = await bare(count, 30);
    const p50 = percentile(samples, 0.5);
    figures.push({
      name: `write → last of ${count} sockets`,
      ours: `p50 ${ms(p50)}, p99 ${ms(percentile(samples, 0.99))}`,
      yardstick: `${ms(floor)} publish alone`,
      ratio: percent(floor / p50),
      goal: `p50 < ${goal} ms`,
      met: p50 < goal,
    });
  }
  return figures;
}

/** 10,000 browsers on one server: the time until all are signed in, the memory, the time until the last gets a change. */
export async function manySockets(
  ours: Program,
  size: { tickets: number; contacts: number },
): Promise<Figure[]> {
  const { token, headers } = await signIn(ours.url, adminEmail, PASSWORD);
  const before = await memoryOf(ours.process);
  const began = performance.now();
  const clients = await crowd(
    `${ours.url.replace("http", "ws")}/socket`,
    MANY,
    JSON.stringify({ t: "auth", token }),
  );
  const connected = performance.now() - began;
  const ticketId = size.tickets - size.contacts + 10;
  const samples = await changesHeard(ours.url, headers, clients, ticketId, ROUNDS);
  const after = await memoryOf(ours.process);
  clients.close();
  const floor = await bare(BARE, 30);
  const [p50, p99] = [percentile(samples, 0.5), percentile(samples, 0.99)];
  return [
    {
      name: `${MANY} sockets signed in`,
      ours: `${(connected / 1000).toFixed(1)} s`,
      goal: "≤ 10 s",
      met: connected <= 10_000,
    },
    {
      name: `write → last of ${MANY} sockets`,
      ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
      yardstick: `${ms(floor)} publish alone to ${BARE}`,
      ratio: percent(floor / p50),
      goal: "p99 ≤ 300 ms",
      met: p99 <= 300,
    },
    {
      name: `memory of the server with ${MANY} sockets`,
      ours: `${after.toFixed(0)} MB (${before.toFixed(0)} MB before)`,
      goal: "≤ 400 MB",
      met: after <= 400,
    },
  ];
}
