import { adminEmail, PASSWORD } from "./dataset.ts";
import { percentile } from "./load.ts";
import { memoryOf, type Program, signIn } from "./programs.ts";
import { type Figure, ms, percent } from "./report.ts";
import { bare, changesHeard, crowd } from "./sockets.ts";

const MANY = 10_000;
/** Server and clients of the yardstick share one process, and its 20,000 open files. */
const BARE = 9_000;
const ROUNDS = 100;

/** Ten thousand browsers at one server: how soon all are signed in, what they weigh, how soon all hear of a write. */
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
      yardstick: "–",
      ratio: "–",
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
      yardstick: "–",
      ratio: "–",
      goal: "≤ 400 MB",
      met: after <= 400,
    },
  ];
}
