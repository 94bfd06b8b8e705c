import { adminEmail, attendantEmail, PASSWORD } from "./data/dataset.ts";
import { LARGE, type Size, SMALL, STANDARD } from "./data/sizes.ts";
import { load } from "./harness/load.ts";
import { copyOf, cpuSeconds, dataset, type Program, product, signIn } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";

/** One kind of request, measured at every size. */
interface Asked {
  readonly name: string;
  readonly path: string;
  /** Maximum p50 at the largest size, ms. */
  readonly goal: number;
  readonly attendant?: true;
  /** Its processor time must not grow with the data. */
  readonly isFlat?: true;
}
/** Growth of the processor time up to this factor counts as none, because a larger file has deeper indexes. */
const FLAT = 1.5;
const search = (name: string, text: string, fields: Partial<Asked> = {}): Asked => ({
  name: `search of tickets, ${name}`,
  path: `/tickets?searchParam=${encodeURIComponent(text)}`,
  goal: 10,
  ...fields,
});
const ASKED: readonly Asked[] = [
  search("a name one in twelve has", "conceicao"),
  search("the same, an attendant", "conceicao", { attendant: true }),
  search("part of a name", "ncei"),
  search("two names", "luis lima"),
  search("a name and a number", "vitor 4821"),
  search("one letter", "a"),
  search("two letters", "an"),
  search("part of a number", "7777"),
  search("a name of few", "tiago 421"),
  search("no such name", "hildegarda"),
  { name: "contacts, part of a name", path: "/contacts?pageNumber=1&searchParam=ncei", goal: 10 },
  { name: "contacts, one letter", path: "/contacts?pageNumber=1&searchParam=a", goal: 10 },
  { name: "contacts, a name of few", path: "/contacts?pageNumber=1&searchParam=tiago%20421", goal: 10 },
  { name: "GET /tickets, closed", path: "/tickets?status=closed&pageNumber=1", goal: 10, isFlat: true },
  { name: "GET /tickets, open", path: "/tickets?status=open&pageNumber=1", goal: 10, isFlat: true },
  { name: "GET /contacts", path: "/contacts?pageNumber=1", goal: 10, isFlat: true },
  { name: "GET /messages page", path: "/messages/1500?pageNumber=1", goal: 10, isFlat: true },
  { name: "GET /dashboard, 30 days", path: "/dashboard?days=30", goal: 8 },
  { name: "GET /dashboard, 366 days", path: "/dashboard?days=366", goal: 8 },
];
const SIZES: readonly (readonly [name: string, size: Size])[] = [
  ["small", SMALL],
  ["standard", STANDARD],
  ["large", LARGE],
];

interface Measured {
  readonly p50: number;
  /** Processor time of the product per request, ms; other load of the machine does not change it. */
  readonly cpu: number;
  readonly failures: number;
}

/**
 * Measures how request times grow with the data: 40 thousand, 400 thousand and 4 million messages of one company.
 * Takes some minutes.
 */
export async function growth(): Promise<Figure[]> {
  const measured: Measured[][] = [];
  for (const [name, size] of SIZES) {
    const ours = await product(copyOf(await dataset(name, size), "growth"), 4310);
    measured.push(await measure(ours));
    await ours.stop();
  }
  return ASKED.map(({ name, goal, isFlat }, index) => {
    const found = measured.map((each) => each[index] as Measured);
    const last = found.at(-1) as Measured;
    return {
      name,
      ours: `p50 ${found.map(({ p50 }) => ms(p50)).join(", ")}; processor ${found.map(({ cpu }) => ms(cpu)).join(", ")}`,
      ratio: `${(last.p50 / goal).toFixed(2)} of goal`,
      goal: `p50 < ${goal} ms at 4 million${isFlat ? ", no growth" : ""}`,
      met:
        last.p50 < goal &&
        (!isFlat || last.cpu < FLAT * (found[0] as Measured).cpu) &&
        found.every(({ failures }) => failures === 0),
    };
  });
}

async function measure(ours: Program): Promise<Measured[]> {
  const admin = await signIn(ours.url, adminEmail, PASSWORD);
  const attendant = await signIn(ours.url, attendantEmail(2), PASSWORD);
  const found: Measured[] = [];
  for (const asked of ASKED) {
    const { headers } = asked.attendant ? attendant : admin;
    const ask = () => fetch(`${ours.url}/api${asked.path}`, { headers });
    await load(1, 0.4, ask);
    const before = await cpuSeconds(ours.process);
    const { p50, perSecond, failures } = await load(1, 1.5, ask);
    const cpu = ((await cpuSeconds(ours.process)) - before) * 1000;
    found.push({ p50, cpu: cpu / Math.max(1, perSecond * 1.5), failures });
  }
  return found;
}
