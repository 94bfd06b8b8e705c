import { features } from "#features.ts";
import { adminEmail, PASSWORD } from "./dataset.ts";
import { percentile } from "./load.ts";
import { addNeighbour, neighbour } from "./neighbours.ts";
import { copyOf, product, signIn } from "./programs.ts";
import { type Figure, ms } from "./report.ts";
import { Talker } from "./talker.ts";

const PORT = 4319;
/** Requests of one attendant at once. */
const PARALLEL = 1000;
const SECONDS = 1.5;
const GOAL_MS = 100;
/** What routes need in their query before they answer. */
const QUERIES: Readonly<Record<string, string>> = {
  "/dashboard": "days=90",
  "/dashboard/ticketsDay": "days=90",
  "/dashboard/ticketsUsers": "days=90",
  "/messages/search": "searchParam=conceicao",
};

/** Every read of the product that needs no id, with a search where it has one. `NOISY_PATHS` names others, `NOISY_PART=2/3` the second third. */
function paths(): readonly string[] {
  const reads = features
    .flatMap(({ routes = [] }) => routes)
    .filter(({ method, path, access }) => {
      const isOpen = access === "public" || access === "super" || access === "billing";
      return method === "GET" && !path.includes(":") && !isOpen;
    });
  const chosen = process.env["NOISY_PATHS"];
  if (chosen) return chosen.split(" ");
  const all = [
    ...new Set(
      reads.flatMap(({ path, query }) => {
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
    "/tickets/1",
    "/messages/1",
  ];
  const [part = 1, parts = 1] = (process.env["NOISY_PART"] ?? "1/1").split("/").map(Number);
  return all.filter((_, n) => n % parts === part - 1);
}

/**
 * One attendant keeps a thousand requests of one route running, route by route over every list, search and report; a
 * neighbour's list is timed meanwhile. Rate limits are off, so that nothing but the shares protects the neighbour.
 */
export async function noisyNeighbours(kept: string): Promise<Figure[]> {
  const directory = copyOf(kept, "noisy");
  await addNeighbour(directory);
  const ours = await product(directory, PORT);
  const { headers } = await signIn(ours.url, neighbour, PASSWORD);
  const { token } = await signIn(ours.url, adminEmail, PASSWORD);
  const noise = new Talker(["bench/noise.ts", ours.url, token, String(PARALLEL)], 10);
  await noise.next();
  const timed = async () => {
    const at = performance.now();
    const response = await fetch(`${ours.url}/api/tickets?status=open&showAll=true`, { headers });
    if (!response.ok) throw new Error(`the neighbour was refused: ${response.status}`);
    await response.arrayBuffer();
    return performance.now() - at;
  };
  const probe = async (seconds: number) => {
    const took: number[] = [];
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      took.push(await timed());
      await Bun.sleep(5);
    }
    return took;
  };
  await probe(1);
  const idle = await probe(3);
  const results: { path: string; p99: number; most: number; ok: number; refused: number }[] = [];
  for (const path of paths()) {
    const probed = await fetch(`${ours.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    await probed.arrayBuffer();
    if (!probed.ok) continue;
    await noise.ask(path);
    await Bun.sleep(200);
    const took = await probe(SECONDS);
    const { ok, refused } = JSON.parse(await noise.ask("-")) as { ok: number; refused: number };
    results.push({ path, p99: percentile(took, 0.99), most: Math.max(...took), ok, refused });
    // What was asked before the end is answered before the next route begins.
    await probe(0.3);
  }
  await noise.stop();
  await ours.stop();
  results.sort((a, b) => b.p99 - a.p99);
  for (const { path, p99, most, ok, refused } of results)
    console.log(
      `${ms(p99).padStart(10)}  most ${ms(most).padStart(10)}  ${ok} answered, ${refused} refused  ${path}`,
    );
  const worst = results.slice(0, 3);
  const all = `p50 ${ms(percentile(idle, 0.5))}, p99 ${ms(percentile(idle, 0.99))} idle`;
  return [
    {
      name: `a neighbour's list beside ${PARALLEL} requests at once of one attendant, worst of ${results.length} routes (${worst[0]?.path})`,
      ours: `p99 ${ms(worst[0]?.p99 ?? 0)}`,
      yardstick: all,
      ratio: `${((worst[0]?.p99 ?? 0) / GOAL_MS).toFixed(2)} of goal`,
      goal: `p99 < ${GOAL_MS} ms`,
      met: (worst[0]?.p99 ?? Number.POSITIVE_INFINITY) < GOAL_MS,
    },
    {
      name: "the same, the route in the middle",
      ours: `p99 ${ms(results[Math.floor(results.length / 2)]?.p99 ?? 0)}`,
      yardstick: all,
      ratio: "–",
      goal: "–",
      met: true,
    },
  ];
}
