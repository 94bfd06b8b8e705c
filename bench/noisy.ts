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

/**
 * Every read route of a company, with id 1 where it needs one, and with a search where it has one. `NOISY_PATHS`
 * names others, `NOISY_PART=2/3` selects the second third.
 */
function paths(): readonly string[] {
  const reads = features
    .flatMap(({ routes = [] }) => routes)
    .filter(({ method, access }) => {
      return method === "GET" && access !== "public" && access !== "super";
    });
  const chosen = process.env["NOISY_PATHS"];
  if (chosen) return chosen.split(" ");
  const all = [
    ...new Set(
      reads.flatMap(({ path: pattern, query }) => {
        const path = pattern.replace(/:\w+/g, "1");
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
  for (const path of paths()) {
    const probed = await fetch(`${loud.url}/api${path}`, {
      headers: { authorization: `Bearer ${loud.admin}` },
    });
    await probed.arrayBuffer();
    if (probed.ok) await loud.time(path, { method: "GET", path }, SECONDS);
    else console.log(`${probed.status} ${path}`);
  }
  return loud.end(`${PARALLEL} reads at once of one attendant`);
}
