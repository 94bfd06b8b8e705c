import { memoryOf } from "./programs.ts";
import type { Figure } from "./report.ts";
import { link, startSimulated } from "./simulated.ts";

const COUNT = 25;

/** Memory of the product with one linked connection and with 25 more: what each costs while idle. */
export async function connections(kept: string): Promise<Figure[]> {
  const world = await startSimulated(kept, "connections", 4307);
  const number = (n: number) => String(5511400020000n + BigInt(n));
  await link(world, number(0), "Loja 0");
  await Bun.sleep(10_000);
  const one = await memoryOf(world.ours.process);
  for (let n = 1; n <= COUNT; n += 1) await link(world, number(n), `Loja ${n}`);
  await Bun.sleep(30_000);
  const each = ((await memoryOf(world.ours.process)) - one) / COUNT;
  await world.stop();
  return [
    {
      name: `memory per connection (${COUNT} more)`,
      ours: `${each.toFixed(1)} MB, ${one.toFixed(0)} MB with one`,
      yardstick: "–",
      ratio: "–",
      goal: "< 2 MB",
      met: each < 2,
    },
  ];
}
