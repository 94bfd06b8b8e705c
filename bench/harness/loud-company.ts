import { adminEmail, attendantEmail, PASSWORD } from "#bench/data/dataset.ts";
import { addNeighbour, neighbour } from "#bench/neighbours.ts";
import { percentile } from "./load.ts";
import type { Noise } from "./noise.ts";
import { copyOf, product, signIn } from "./programs.ts";
import { type Figure, ms } from "./report.ts";
import { Talker } from "./talker.ts";

const GOAL_MS = 100;
/** The server indexes the conversation that was added to its files for half a minute. */
const WARM_UP_MS = 30_000;

export interface Loud {
  readonly url: string;
  readonly admin: string;
  readonly directory: string;
  /** Sends noise for some seconds: the code that all kinds share is compiled before the first one is timed. */
  warmUp(noise: Noise): Promise<void>;
  /** Sends noise for `seconds` while the neighbour is timed. */
  time(name: string, noise: Noise, seconds: number): Promise<void>;
  /** Times the neighbour until `work` has ended. Throws what `work` throws. */
  timeUntil(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Stops all clients and returns the figures. */
  end(what: string): Promise<Figure[]>;
}

interface Result {
  readonly name: string;
  readonly took: readonly number[];
  readonly counts: string;
}

/**
 * A server with two companies: a loud one, whose `people` keep `parallel` requests running, and a neighbour whose list is
 * timed. Rate limits are off, so that only the fair share (docs/rules/limits.md#fair-share) protects the neighbour.
 */
export async function startLoud(
  kept: string,
  {
    port,
    people,
    parallel,
    prepare,
  }: {
    readonly port: number;
    readonly people: number;
    readonly parallel: number;
    /** Changes the files before the server starts. */
    readonly prepare?: (directory: string) => void;
  },
): Promise<Loud> {
  const directory = copyOf(kept, "noisy");
  await addNeighbour(directory);
  prepare?.(directory);
  const { url, stop } = await product(directory, port);
  const { headers } = await signIn(url, neighbour, PASSWORD);
  const tokens: string[] = [];
  for (let n = 1; n <= people; n += 1)
    tokens.push((await signIn(url, n === 1 ? adminEmail : attendantEmail(n), PASSWORD)).token);
  await fetch(`${url}/api/settings/campaignsEnabled`, {
    method: "PUT",
    headers: { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" },
    body: JSON.stringify({ value: "true" }),
  });
  const noise = new Talker(["bench/harness/noise.ts", url, tokens.join(","), String(parallel)], 10);
  await noise.next();
  const timed = async () => {
    const at = performance.now();
    const response = await fetch(`${url}/api/tickets?status=open&showAll=true`, { headers });
    if (!response.ok) throw new Error(`the neighbour was refused: ${response.status}`);
    await response.arrayBuffer();
    return performance.now() - at;
  };
  const probe = async (isOver: () => boolean) => {
    const took: number[] = [];
    while (!isOver()) {
      took.push(await timed());
      await Bun.sleep(5);
    }
    return took;
  };
  const during = (seconds: number) => {
    const end = performance.now() + seconds * 1000;
    return probe(() => performance.now() >= end);
  };
  await during(1);
  const idle = await during(3);
  const results: Result[] = [];
  const note = (result: Result) => {
    results.push(result);
    process.stderr.write(`${result.name}: most ${ms(Math.max(...result.took))}, ${result.counts}\n`);
  };
  return {
    url,
    directory,
    admin: tokens[0] ?? "",
    async warmUp(load) {
      await noise.ask(JSON.stringify(load));
      await Bun.sleep(WARM_UP_MS);
      await noise.ask("-");
    },
    async time(name, load, seconds) {
      await noise.ask(JSON.stringify(load));
      await Bun.sleep(200);
      const took = await during(seconds);
      note({ name, took, counts: await noise.ask("-") });
      // Requests in flight are answered before the next load begins.
      await during(0.3);
    },
    async timeUntil(name, work) {
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      const [outcome, took] = await Promise.all([working, probe(() => isOver)]);
      note({ name, took: [...took, ...(await during(0.5))], counts: JSON.stringify(outcome) });
    },
    async end(what) {
      await noise.stop();
      await stop();
      return figuresOf(what, results, idle);
    },
  };
}

function figuresOf(what: string, results: readonly Result[], idle: readonly number[]): Figure[] {
  const sorted = results
    .map((result) => ({ ...result, p99: percentile(result.took, 0.99), most: Math.max(...result.took) }))
    .toSorted((a, b) => b.p99 - a.p99);
  for (const { name, p99, most, took, counts } of sorted)
    console.log(`${ms(p99).padStart(8)}  most ${ms(most).padStart(8)} of ${took.length}  ${name}  ${counts}`);
  const worst = sorted[0];
  const all = `p50 ${ms(percentile(idle, 0.5))}, p99 ${ms(percentile(idle, 0.99))} idle`;
  const p99 = worst?.p99 ?? Number.POSITIVE_INFINITY;
  return [
    {
      name: `a neighbour's list beside ${what}, worst of ${sorted.length} (${worst?.name})`,
      ours: `p99 ${ms(p99)}`,
      yardstick: all,
      ratio: `${(p99 / GOAL_MS).toFixed(2)} of goal`,
      goal: `p99 < ${GOAL_MS} ms`,
      met: p99 < GOAL_MS,
    },
    {
      name: "the same, the one in the middle",
      ours: `p99 ${ms(sorted[Math.floor(sorted.length / 2)]?.p99 ?? 0)}`,
      yardstick: all,
      goal: "–",
      met: true,
    },
  ];
}
