import { integration } from "#automation/integrations/schema.ts";
import { features } from "#features.ts";
import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { fillEveryTable } from "#test/helpers/dump.ts";
import { companyFile } from "./data/dataset.ts";
import { type Loud, startLoud } from "./harness/loud-company.ts";
import type { Noise } from "./harness/noise.ts";
import type { Figure } from "./harness/report.ts";

const PORT = 4319;
/** Requests of one attendant at the same time. */
const PARALLEL = 1000;
const SECONDS = 1.5;
/** Required query parameters of routes. */
const QUERIES: Readonly<Record<string, string>> = {
  "/dashboard": "days=90",
  "/dashboard/ticketsDay": "days=90",
  "/dashboard/ticketsUsers": "days=90",
  "/messages/search": "searchParam=conceicao",
  "/queue-options": "queueId=1",
  "/ticket-notes/list": "ticketId=1",
  "/costs": "from=2026-01-01&to=2026-12-31",
  "/costs/messages.csv": "from=2026-01-01&to=2026-12-31",
  "/costs/template-prices": "connectionId=1",
  "/contact-list-items": "contactListId=1",
  "/reports/resolutions": "date_from=2026-01-01&date_to=2026-12-31",
};

/** Routes that refuse here, with the reason; their refusal is timed. */
const MAY_REFUSE: ReadonlyMap<string, string> = new Map([
  ["/plans/1", "a single row of the provider"],
  ["/invoices/1", "a single row of the provider"],
  ["/announcements/1", "a single row of the provider"],
  ["/public-link/none", "needs a link that an owner made"],
  ["/public-link/none/passkey", "needs a link that an owner made"],
  ["/whatsapp/1/state", "official connections only"],
  ["/whatsapp/1/template-library", "official connections only"],
  ["/messages/send/1", "needs a connection's token"],
]);

/** Paths of routes whose parameters are no ids. */
const PATHS: Readonly<Record<string, string>> = {
  "/settings/:key": "/settings/language",
  "/webhooks/:id/deliveries": "/webhooks/2/deliveries",
  "/legal/:page": "/legal/term",
  "/chats/u/:uuid": "/chats/u/bench%20uuid",
  "/tickets/u/:uuid": "/tickets/u/ticket-1",
  "/public-link/:token": "/public-link/none",
  "/public-link/:token/passkey": "/public-link/none/passkey",
};

/**
 * Every read route, with id 1 where it needs one, and with a search where it has one; the first user is a super user.
 * `NOISY_PATHS` names others, `NOISY_PART=2/3` selects the second third.
 */
function paths(): readonly string[] {
  const reads = features.flatMap(({ routes = [] }) => routes).filter(({ method }) => method === "GET");
  const chosen = process.env["NOISY_PATHS"];
  if (chosen) return chosen.split(" ");
  const all = [
    ...new Set(
      reads.flatMap(({ path: pattern, query }) => {
        const path = PATHS[pattern] ?? pattern.replace(/:\w+/g, "1");
        const fixed = QUERIES[path] ?? "";
        const entries = Object.keys((query as { entries?: object } | undefined)?.entries ?? {});
        const search = entries.includes("searchParam")
          ? ["a", "ana"].map((text) => `${path}?searchParam=${text}${fixed && `&${fixed}`}`)
          : [];
        return [fixed ? `${path}?${fixed}` : path, ...search];
      }),
    ),
    "/tickets?status=open&showAll=true&searchParam=conceicao",
    "/tickets?status=closed&showAll=true&searchParam=a",
    "/tickets?status=closed&showAll=true",
  ];
  const [part = 1, parts = 1] = (process.env["NOISY_PART"] ?? "1/1").split("/").map(Number);
  return all.filter((_, n) => n % parts === part - 1);
}

/** Routes outside `/api`: webhooks without a valid signature, and files. */
const MOUNTS: readonly Noise[] = [
  { method: "POST", path: "/webhooks/meta", isMount: true, body: JSON.stringify({ object: "page" }) },
  { method: "GET", path: "/media/1/1/foto.png?e=1&s=0", isMount: true },
];

/** A row in every table, so that routes with an id have something to read. */
function prepare(directory: string): void {
  const db = openDatabase(companyFile(directory), { durability: "full" });
  fillEveryTable(typed(db), 1, "bench");
  db.exec("UPDATE integration SET type = 'n8n', of_company = 0");
  const [row] = typed(db).select().from(integration).all();
  // A webhook of the company.
  if (row)
    typed(db)
      .insert(integration)
      .values({ ...row, id: 2, type: "webhook", ofCompany: true })
      .run();
  db.exec("UPDATE user_preference SET value = 'true'");
  db.close();
}

/** One request of a route; it is repeated while the requests of the route before still use up the user's share. */
async function probe({ url, admin }: Loud, path: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${admin}` } });
    await answer.arrayBuffer();
    if (answer.status !== 429 || tries === 10) return answer;
    await Bun.sleep(500);
  }
}

/**
 * One attendant keeps a thousand requests of one route running, route by route over every list, search and report; a
 * neighbour's list is timed meanwhile.
 */
export async function noisyNeighbours(kept: string): Promise<Figure[]> {
  const loud = await startLoud(kept, { port: PORT, people: 1, parallel: PARALLEL, prepare });
  const refused: string[] = [];
  for (const path of paths()) {
    const probed = await probe(loud, path);
    // A refusal is timed as well, because the work before it takes time.
    await loud.time(path, { method: "GET", path }, SECONDS);
    if (!probed.ok && !MAY_REFUSE.has(path.replace(/\?.*/, ""))) refused.push(`${probed.status} ${path}`);
  }
  for (const load of MOUNTS) await loud.time(load.path, load, SECONDS);
  // Without its rows a route costs nothing and would hide what it costs with them.
  if (refused.length > 0) throw new Error(`routes without rows to read: ${refused.join(", ")}`);
  return loud.end(`${PARALLEL} reads at once of one attendant`);
}
