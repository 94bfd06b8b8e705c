import { adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { load } from "./harness/load.ts";
import { copyOf, type Program, product, signIn } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";

/** Maximum time of a list, ms (docs/quality.md). */
const MOST_MS = 50;
const VIEWS = 30;
const POLICIES = 20;
const RULES = 50;
const SECONDS = 2;

/** The conditions of the views, policies and rules, in turn. */
const CONDITIONS: readonly object[] = [
  { all: [{ field: "status", op: "in", value: ["pending"] }] },
  { all: [{ field: "priority", op: "in", value: [3, 4] }] },
  { all: [{ field: "queue", op: "in", value: [1, 2, 3] }] },
  {
    any: [
      { field: "unread", op: "is", value: true },
      { field: "tags", op: "any_of", value: [1, 2] },
    ],
  },
  {
    all: [
      { field: "status", op: "in", value: ["open"] },
      { field: "waiting_minutes", op: "gt", value: 30 },
    ],
  },
  { all: [{ field: "contact.name", op: "contains", value: "ana" }] },
];
const conditionsOf = (n: number) => CONDITIONS[n % CONDITIONS.length];

type Call = (path: string, body: object) => Promise<{ readonly id: number }>;

/** Creates the views, policies and rules of a large team. Returns the ids of the views. */
async function configure(call: Call): Promise<number[]> {
  const views: number[] = [];
  for (let n = 0; n < VIEWS; n += 1)
    views.push(
      (
        await call("/ticket-views", {
          name: `View ${n}`,
          shared: true,
          conditions: conditionsOf(n),
          sort: "longest",
        })
      ).id,
    );
  for (let n = 0; n < POLICIES; n += 1)
    await call("/sla-policies", {
      name: `Policy ${n}`,
      conditions: conditionsOf(n),
      ...{ hours: "clock", firstMinutes: 30, nextMinutes: 60, resolutionMinutes: 600 },
    });
  for (let n = 0; n < RULES; n += 1)
    await call("/rules", {
      name: `Rule ${n}`,
      event: n % 2 === 0 ? "message_received" : "status_changed",
      conditions: { all: [{ field: "contact.name", op: "contains", value: `nobody ${n}` }] },
      actions: [{ action: "priority", priority: 3 }],
      active: true,
    });
  return views;
}

const LISTS: readonly string[] = [
  "/tickets?status=pending&sort=longest&pageNumber=1",
  "/tickets?status=pending&sort=priority&pageNumber=1",
  "/tickets?status=pending&sort=due&pageNumber=1",
  "/tickets?status=pending&sort=longest&priorities=[3,4]&pageNumber=1",
  "/tickets?status=open&sort=recent&showAll=true&pageNumber=1",
  "/tickets?status=open&sort=due&showAll=true&pageNumber=1",
  "/tickets?asleep=true&pageNumber=1",
  "/tickets?status=closed&pageNumber=1",
  "/tickets?viewId=urgent&pageNumber=1",
  "/tickets?viewId=unread&pageNumber=1",
  "/tickets/counts",
  "/ticket-views/counts",
  "/reports/attendances?date_from=2026-01-01&date_to=2026-11-30&by=finished&pageNumber=1",
];

/**
 * Every ticket list of a company with 1,000,000 messages, 20,000 tickets that are not closed, 50 active rules, 20 SLA policies
 * and 30 shared views, for an admin and for an attendant, whichever is slower.
 */
export async function teamwork(kept: string): Promise<Figure[]> {
  const ours = await product(copyOf(kept, "teamwork"), 4313, { RATE_LIMITS: "off" });
  try {
    return await measure(ours);
  } finally {
    await ours.stop();
  }
}

async function measure(ours: Program): Promise<Figure[]> {
  const people = await Promise.all(
    [adminEmail, attendantEmail(2)].map(async (email) => (await signIn(ours.url, email, PASSWORD)).headers),
  );
  const [admin = {}] = people;
  const views = await configure(async (path, body) => {
    const answer = await fetch(`${ours.url}/api${path}`, {
      method: "POST",
      headers: { ...admin, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { readonly id: number };
  });
  const paths = [
    ...LISTS,
    ...views.slice(0, CONDITIONS.length).map((id) => `/tickets?viewId=${id}&pageNumber=1`),
  ];
  const figures: Figure[] = [];
  for (const path of paths) {
    const askers = path.startsWith("/reports") ? [admin] : people;
    const ask = (n: number) => fetch(`${ours.url}/api${path}`, { headers: askers[n % askers.length] ?? {} });
    await load(1, 0.5, ask);
    const { p50, p99, failures } = await load(1, SECONDS, ask);
    figures.push({
      name: `GET ${path.replace("&pageNumber=1", "")}`,
      ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
      ratio: `${(p99 / MOST_MS).toFixed(2)} of goal`,
      goal: `p99 < ${MOST_MS} ms`,
      met: p99 < MOST_MS && failures === 0,
    });
  }
  return figures;
}
