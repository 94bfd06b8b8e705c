import { adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { type Load, load, median } from "./harness/load.ts";
import { type Program, signIn } from "./harness/programs.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";

const IN_FLIGHT = 16;
const SECONDS = 3;
const ROUNDS = 3;

type Ask = (n: number) => Promise<Response>;

/** Runs product and yardstick in turn and uses the median run of each. */
async function inTurn(ours: Ask, raw: Ask, inFlight = IN_FLIGHT): Promise<{ ours: Load; raw: Load }> {
  const left: Load[] = [];
  const right: Load[] = [];
  await load(inFlight, 1, ours);
  await load(inFlight, 1, raw);
  for (let round = 0; round < ROUNDS; round += 1) {
    left.push(await load(inFlight, SECONDS, ours));
    right.push(await load(inFlight, SECONDS, raw));
  }
  return { ours: median(left), raw: median(right) };
}

/** A throughput goal: at least `share` of the yardstick, and at most `p99` ms if given. */
function throughput(name: string, found: { ours: Load; raw: Load }, share: number, p99?: number): Figure {
  const ratio = found.ours.perSecond / found.raw.perSecond;
  return {
    name,
    ours: `${perSecond(found.ours.perSecond)}, p50 ${ms(found.ours.p50)}, p99 ${ms(found.ours.p99)}`,
    yardstick: perSecond(found.raw.perSecond),
    ratio: percent(ratio),
    goal: `≥ ${percent(share)}${p99 ? `, p99 < ${p99} ms` : ""}`,
    met: ratio >= share && (p99 === undefined || found.ours.p99 < p99) && found.ours.failures === 0,
  };
}

function rate(name: string, found: { ours: Load; raw: Load }, goal: number): Figure {
  return {
    name,
    ours: `${perSecond(found.ours.perSecond)}, p99 ${ms(found.ours.p99)}`,
    yardstick: perSecond(found.raw.perSecond),
    ratio: percent(found.ours.perSecond / found.raw.perSecond),
    goal: `≥ ${perSecond(goal)}`,
    met: found.ours.perSecond >= goal && found.ours.failures === 0,
  };
}

async function latency(name: string, goal: number, ask: Ask): Promise<Figure> {
  await load(1, 0.5, ask);
  const found = await load(1, 2, ask);
  return {
    name,
    ours: `p50 ${ms(found.p50)}, p99 ${ms(found.p99)}`,
    ratio: `${(found.p50 / goal).toFixed(2)} of goal`,
    goal: `p50 < ${goal} ms`,
    met: found.p50 < goal && found.failures === 0,
  };
}

/** Reads: lists, pages, search. */
export async function reads(ours: Program, raw: Program, size: { tickets: number }): Promise<Figure[]> {
  const admin = await signIn(ours.url, adminEmail, PASSWORD);
  const attendant = await signIn(ours.url, attendantEmail(2), PASSWORD);
  const get = (path: string, headers = admin.headers) => fetch(`${ours.url}/api${path}`, { headers });
  const ticket = (n: number) => ((n * 7919) % size.tickets) + 1;
  return [
    throughput(
      "GET /tickets, closed, admin",
      await inTurn(
        () => get("/tickets?status=closed&pageNumber=1"),
        () => fetch(`${raw.url}/tickets?status=closed`),
      ),
      0.7,
      50,
    ),
    throughput(
      "GET /tickets, pending, attendant",
      await inTurn(
        () => get("/tickets?status=pending&pageNumber=1", attendant.headers),
        () => fetch(`${raw.url}/tickets?status=pending`),
      ),
      0.7,
      50,
    ),
    throughput(
      "GET /messages page",
      await inTurn(
        (n) => get(`/messages/${ticket(n)}?pageNumber=1`),
        (n) => fetch(`${raw.url}/messages/${ticket(n)}`),
      ),
      0.7,
    ),
    await latency("search by contact name", 5, (n) =>
      get(`/tickets?searchParam=${encodeURIComponent(["conceicao", "luis 42", "vitor sil"][n % 3] ?? "")}`),
    ),
    await latency("search by message text", 15, (n) =>
      get(
        `/tickets?searchParam=${encodeURIComponent(["orcamento bolo", "roteador", "segunda via"][n % 3] ?? "")}`,
      ),
    ),
    await latency("GET /tickets/counts", 5, () => get("/tickets/counts", attendant.headers)),
  ];
}

/** The dashboard: of a month, of the longest period, and of queries that cannot use the totals. */
export async function dashboard(ours: Program, raw: Program): Promise<Figure[]> {
  const { headers } = await signIn(ours.url, adminEmail, PASSWORD);
  const get = (query: string) => fetch(`${ours.url}/api/dashboard?${query}`, { headers });
  const tell = async (name: string, query: string, days: number, p50: number): Promise<Figure> => {
    const found = await inTurn(
      () => get(query),
      () => fetch(`${raw.url}/dashboard?days=${days}`),
      1,
    );
    return {
      name,
      ours: `p50 ${ms(found.ours.p50)}, p99 ${ms(found.ours.p99)}`,
      yardstick: `p50 ${ms(found.raw.p50)}`,
      ratio: percent(found.raw.p50 / found.ours.p50),
      goal: `p50 < ${p50} ms, p99 < 100 ms`,
      met: found.ours.p50 < p50 && found.ours.p99 < 100 && found.ours.failures === 0,
    };
  };
  return [
    await tell("GET /dashboard, 30 days", "days=30", 30, 15),
    await tell("GET /dashboard, 30 days, 2 queues", "days=30&queueIds=[1,2]", 30, 15),
    await tell("GET /dashboard, 30 days, by tag", "days=30&tagIds=[3]", 30, 50),
    await tell("GET /dashboard, 366 days", "days=366", 366, 15),
    await tell("GET /dashboard, 366 days, 2 queues", "days=366&queueIds=[1,2]", 366, 50),
  ];
}

/** Writes: status, messages, login. */
export async function writes(
  ours: Program,
  raw: Program,
  size: { tickets: number; contacts: number },
): Promise<Figure[]> {
  const { headers } = await signIn(ours.url, adminEmail, PASSWORD);
  // Active tickets of the data set; each request switches one between open and pending.
  const live = Array.from(
    { length: Math.floor(size.contacts / 5) - 2 },
    (_, n) => size.tickets - size.contacts + 5 * (n + 1),
  );
  const open = live.filter((id) => id % 2 === 0);
  const turn = new Map<number, number>();
  const status = (n: number) => {
    const id = open[n % open.length] as number;
    const next = ((turn.get(id) ?? 0) + 1) % 2;
    turn.set(id, next);
    return { id, body: JSON.stringify({ status: next === 1 ? "pending" : "open" }) };
  };
  const change = await inTurn(
    (n) => {
      const { id, body } = status(n);
      return fetch(`${ours.url}/api/tickets/${id}`, { method: "PUT", headers, body });
    },
    (n) => {
      const { id, body } = status(n);
      return fetch(`${raw.url}/tickets/${id}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body,
      });
    },
  );
  for (const id of open)
    await fetch(`${ours.url}/api/tickets/${id}`, { method: "PUT", headers, body: '{"status":"open"}' });
  const body = JSON.stringify({ body: "Bom dia! Seu pedido saiu para entrega." });
  const post = await inTurn(
    (n) => fetch(`${ours.url}/api/messages/${open[n % open.length]}`, { method: "POST", headers, body }),
    (n) =>
      fetch(`${raw.url}/messages/${open[n % open.length]}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      }),
  );
  const login = await inTurn(
    () =>
      fetch(`${ours.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: attendantEmail(3), password: PASSWORD }),
      }),
    () => fetch(`${raw.url}/login`, { method: "POST" }),
    4,
  );
  return [
    rate("PUT status change", change, 1500),
    rate("POST message", post, 1500),
    throughput("login", login, 0.8),
  ];
}
