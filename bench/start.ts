import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { percentile } from "./harness/load.ts";
import { memoryOf } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";
import { link, startSimulated } from "./harness/simulated.ts";

const root = join(import.meta.dir, "..");
const binary = join(root, "dist", "balcao");
const PORT = 4306;
const MORE_CONNECTIONS = 25;

/** Starts the binary over a directory; returns it and the time to the first 200, ms. */
async function start(directory: string): Promise<{ child: Subprocess; tookMs: number }> {
  const at = performance.now();
  const child = Bun.spawn([binary, "serve"], {
    cwd: directory,
    env: {
      DATA_DIR: join(directory, "data"),
      PORT: String(PORT),
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      PATH: "/usr/bin:/bin",
    },
    stdout: "ignore",
    stderr: "inherit",
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/login`, { headers: { accept: "text/html" } }).catch(
      () => null,
    );
    if (answer?.ok) return { child, tookMs: performance.now() - at };
    if (child.exitCode !== null) throw new Error(`the binary ended with ${child.exitCode}`);
    await Bun.sleep(2);
  }
}

/** Cold start of the built binary, its idle memory and its size. Needs `npm run build`. */
export async function coldStart(): Promise<Figure[]> {
  if (!existsSync(binary)) throw new Error("there is no dist/balcao: run `npm run build` first");
  const directory = mkdtempSync(join(tmpdir(), "balcao-start-"));
  const samples: number[] = [];
  let idle = 0;
  for (let round = 0; round < 7; round += 1) {
    const { child, tookMs } = await start(directory);
    // The first start creates the databases and does not count; the others measure a restart.
    if (round > 0) samples.push(tookMs);
    if (round === 6) {
      await Bun.sleep(3000);
      idle = await memoryOf(child);
    }
    child.kill("SIGTERM");
    await child.exited;
  }
  rmSync(directory, { recursive: true, force: true });
  const p50 = percentile(samples, 0.5);
  const size = Bun.file(binary).size / 1e6;
  return [
    {
      name: "cold start of the binary to the first page",
      ours: ms(p50),
      goal: "< 300 ms",
      met: p50 < 300,
    },
    {
      name: "idle memory, no connection",
      ours: `${idle.toFixed(0)} MB`,
      goal: "< 130 MB",
      met: idle < 130,
    },
    {
      name: "size of the binary",
      ours: `${size.toFixed(1)} MB`,
      goal: "< 130 MB",
      met: size < 130,
    },
  ];
}

/** Memory per idle linked connection: the product with one of them, compared with 25 more. */
export async function memoryPerConnection(kept: string): Promise<Figure[]> {
  const world = await startSimulated(kept, "connections", 4307);
  const number = (n: number) => String(5511400020000n + BigInt(n));
  await link(world, number(0), "Loja 0");
  await Bun.sleep(10_000);
  const one = await memoryOf(world.ours.process);
  for (let n = 1; n <= MORE_CONNECTIONS; n += 1) await link(world, number(n), `Loja ${n}`);
  await Bun.sleep(30_000);
  const each = ((await memoryOf(world.ours.process)) - one) / MORE_CONNECTIONS;
  await world.stop();
  return [
    {
      name: `memory per connection (${MORE_CONNECTIONS} more)`,
      ours: `${each.toFixed(1)} MB, ${one.toFixed(0)} MB with one`,
      goal: "< 2 MB",
      met: each < 2,
    },
  ];
}
