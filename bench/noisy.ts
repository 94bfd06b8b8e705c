import { features } from "#features.ts";
import { startLoud } from "./harness/loud-company.ts";
import type { Figure } from "./harness/report.ts";

const PORT = 4319;
/** Requests of one attendant at once. */
const PARALLEL = 1000;
const SECONDS = 1.5;
/** Required query parameters of routes. */
const QUERIES: Readonly<Record<string, string>> = {
  "/dashboard": "days=90",
  "/dashboard/ticketsDay": "days=90",
  "/dashboard/ticketsUsers": "days=90",
  "/messages/search": "searchParam=conceicao",
};

/** Parameters of paths that are no ids. */
const PARAMETERS: Readonly<Record<string, string>> = { uuid: "ticket-1", token: "none" };

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
        const path = pattern.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? "1");
        const fixed = QUERIES[path] ?? "";
        const entries = Object.keys((query as { entries?: object } | undefined)?.entries ?? {});
        const search = entries.includes("searchParam")
          ? [`${path}?searchParam=a`, `${path}?searchParam=ana`]
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

/**
 * One attendant keeps a thousand requests of one route running, route by route over every list, search and report; a
 * neighbour's list is timed meanwhile.
 */
export async function noisyNeighbours(kept: string): Promise<Figure[]> {
  const loud = await startLoud(kept, { port: PORT, people: 1, parallel: PARALLEL });
  const refused: string[] = [];
  for (const path of paths()) {
    const probed = await fetch(`${loud.url}/api${path}`, {
      headers: { authorization: `Bearer ${loud.admin}` },
    });
    await probed.arrayBuffer();
    // A refusal is timed as well: it costs what is done before it.
    await loud.time(path, { method: "GET", path }, SECONDS);
    if (!probed.ok && !MAY_REFUSE.has(path)) refused.push(`${probed.status} ${path}`);
  }
  for (const load of MOUNTS) await loud.time(load.path, load, SECONDS);
  // Without its rows a route costs nothing and would hide what it costs with them.
  if (refused.length > 0) throw new Error(`routes without rows to read: ${refused.join(", ")}`);
  return loud.end(`${PARALLEL} reads at once of one attendant`);
}
