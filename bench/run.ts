/**
 * `bun bench/run.ts [name …] [--million]`: measures the figures for speed and size. Each is shown beside the raw
 * yardstick measured in the same run; absolute figures depend on the machine, ratios should not.
 */
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { campaigns } from "./campaigns.ts";
import { cellsGrowth } from "./cells-growth.ts";
import { cluster } from "./cluster.ts";
import { companies, openCompanies, quietCompanies } from "./companies.ts";
import { MILLION, STANDARD, TEAMWORK } from "./data/sizes.ts";
import { flood } from "./flood.ts";
import { growth } from "./growth.ts";
import { copyOf, dataset, product, yardstick } from "./harness/programs.ts";
import { type Figure, percent, report } from "./harness/report.ts";
import { NETWORK_GIVES_WAY } from "./harness/simulated.ts";
import { dashboard, reads, writes } from "./http.ts";
import { importing } from "./import.ts";
import { lists } from "./lists.ts";
import { neighbours } from "./neighbours.ts";
import { noisyNeighbours } from "./noisy.ts";
import { noisyWrites } from "./noisy-writes.ts";
import { page } from "./page/page.ts";
import { reports } from "./reports.ts";
import { rules } from "./rules.ts";
import { sendApi } from "./send-api.ts";
import { soak } from "./soak.ts";
import { fanOut, manySockets } from "./sockets.ts";
import { spread } from "./spread.ts";
import { coldStart, memoryPerConnection } from "./start.ts";
import { teamwork } from "./teamwork.ts";
import { webhooks } from "./webhooks.ts";
import { whatsapp } from "./whatsapp.ts";

/** Processor ticks since the boot: those stolen by other machines of the same host, and all. */
function ticks(): { readonly stolen: number; readonly all: number } {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return { stolen, all: user + nice + system + idle + wait + irq + soft + stolen };
  } catch {
    // Not Linux: unknown, reported as 0.
    return { stolen: 0, all: 0 };
  }
}

/**
 * Returns a function that returns the share of processor time taken by other machines of the host since this call (0 to 1).
 * When the share is high, the figures of the run say little about the product.
 */
function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return now.all > before.all ? (now.stolen - before.stolen) / (now.all - before.all) : 0;
  };
}

const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = (name: string) => names.length === 0 || names.includes(name);
const size = process.argv.includes("--million") ? MILLION : STANDARD;
const figures: Figure[] = [];
const stolen = watchStolen();

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? "cpu"}, ${Math.round(totalmem() / 2 ** 30)} GB, Bun ${Bun.version}\n`,
);

if (["reads", "lists", "dashboard", "writes", "sockets", "sockets10k"].some(wanted)) {
  const kept = await dataset(size === MILLION ? "million" : "standard", size);
  const ours = await product(copyOf(kept, "ours"), 4301);
  const raw = await yardstick(copyOf(kept, "raw"), 4302);
  if (wanted("reads")) figures.push(...(await reads(ours, raw, size)));
  if (wanted("lists")) figures.push(...(await lists(ours)));
  if (wanted("dashboard")) figures.push(...(await dashboard(ours, raw)));
  if (wanted("writes")) figures.push(...(await writes(ours, raw, size)));
  if (wanted("sockets")) figures.push(...(await fanOut(ours, size)));
  if (wanted("sockets10k")) figures.push(...(await manySockets(ours, size)));
  await ours.stop();
  await raw.stop();
}

if (wanted("start")) figures.push(...(await coldStart()));
if (wanted("import")) figures.push(...(await importing()));
if (wanted("companies")) figures.push(...(await companies()));
if (wanted("connections")) figures.push(...(await memoryPerConnection(await dataset("standard", STANDARD))));
if (wanted("page")) figures.push(...(await page(await dataset("standard", STANDARD))));
if (wanted("send-api")) figures.push(...(await sendApi(await dataset("standard", STANDARD))));
if (wanted("neighbours")) figures.push(...(await neighbours(await dataset("standard", STANDARD))));
if (wanted("noisy"))
  figures.push(...(await noisyNeighbours(await dataset(size === MILLION ? "million" : "standard", size))));
if (wanted("noisy-writes")) figures.push(...(await noisyWrites(await dataset("standard", STANDARD))));
if (wanted("flood")) figures.push(...(await flood()));
if (wanted("webhooks")) figures.push(...(await webhooks(await dataset("standard", STANDARD))));
if (wanted("whatsapp"))
  // The network once with low priority and once with the same one.
  for (const niceness of [NETWORK_GIVES_WAY, 0])
    figures.push(...(await whatsapp(await dataset("standard", STANDARD), niceness)));

if (wanted("campaigns")) figures.push(...(await campaigns(await dataset("standard", STANDARD))));

if (wanted("rules")) figures.push(...(await rules(await dataset("standard", STANDARD), NETWORK_GIVES_WAY)));

// These run only when they are named, because each takes minutes and the last one half an hour.
if (names.includes("spread")) figures.push(...(await spread()));
if (names.includes("teamwork")) figures.push(...(await teamwork(await dataset("teamwork", TEAMWORK))));
if (names.includes("reports")) figures.push(...(await reports(await dataset("teamwork", TEAMWORK))));
if (names.includes("growth")) figures.push(...(await growth()));
if (names.includes("cluster")) figures.push(...(await cluster()));
if (names.includes("cells")) figures.push(...(await cellsGrowth()));
if (names.includes("quiet-companies")) figures.push(...(await quietCompanies()));
if (names.includes("open-companies")) figures.push(...(await openCompanies()));
if (names.includes("soak")) figures.push(...(await soak()));

console.log(
  `\n${report(figures)}\n\nTaken by other machines of the host meanwhile: ${percent(stolen())} of the processors.`,
);
process.exit(figures.every((figure) => figure.met) ? 0 : 1);
