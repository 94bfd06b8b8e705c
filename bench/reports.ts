import { loadavg } from "node:os";
import { adminEmail, PASSWORD } from "./data/dataset.ts";
import { addReportRows } from "./data/report-rows.ts";
import { load } from "./harness/load.ts";
import { copyOf, cpuSeconds, type Program, product, signIn } from "./harness/programs.ts";
import { type Figure, figure, ms } from "./harness/report.ts";

/** Maximum time of a page of a report, ms (docs/quality.md). */
const MOST_MS = 50;
/** A file of 100,000 rows takes less than 20 s. */
const MS_PER_ROW = 20_000 / 100_000;
const SECONDS = 2;

/** `DAYS` is replaced by the last 300 days, the period of the attendances in the data set. */
const PAGES: readonly string[] = [
  "/reports/attendances?DAYS&by=finished",
  "/reports/attendances?DAYS&by=finished&pageNumber=2",
  "/reports/attendances?DAYS&by=created&sort=oldest",
  "/reports/attendances?DAYS&by=started&queueIds=[1,2]&userIds=[3]",
  "/reports/attendances?DAYS&by=finished&tagIds=[1,2]",
  "/reports/attendances?DAYS&by=finished&only=counted",
  "/reports/attendances?DAYS&by=rated&only=counted&userIds=[3]",
  '/reports/attendances?DAYS&by=finished&only=resolved&filter={"all":[{"field":"resolution","op":"in","value":[2]}]}',
  '/reports/attendances?DAYS&by=finished&filter={"all":[{"field":"contact.name","op":"contains","value":"99"}]}',
  '/reports/attendances?DAYS&by=finished&filter={"all":[{"field":"ad.headline","op":"contains","value":"17"}]}',
  '/reports/attendances?DAYS&by=finished&filter={"all":[{"field":"field.order","op":"contains","value":"123"}]}',
  "/reports/resolutions?DAYS",
  "/sla/report/sums?DAYS&by=user",
  "/sla/report/sums?DAYS&by=day",
  "/sla/report?DAYS",
  "/sla/report/clocks?DAYS&policyId=2&outcome=missed",
  "/reports/ratings?DAYS",
  "/reports/ratings?DAYS&only=comments",
  "/reports/work?DAYS",
  "/reports/work?DAYS&userId=3",
  "/dashboard?DAYS",
  "/dashboard/leads?DAYS",
];

/** Each report, the rows behind its figures, and a file, of a company with 1,000,000 messages and 50,000 attendances. */
export async function reports(kept: string): Promise<Figure[]> {
  const directory = copyOf(kept, "reports");
  addReportRows(directory, Date.now());
  const ours = await product(directory, 4314, { RATE_LIMITS: "off" });
  try {
    const { headers } = await signIn(ours.url, adminEmail, PASSWORD);
    const figures: Figure[] = [];
    for (const path of PAGES) figures.push(await pageFigure(ours, headers, path));
    figures.push(...(await fileFigures(ours, headers)));
    console.log(
      `load of the machine: ${loadavg()
        .map((value) => value.toFixed(1))
        .join(" ")}`,
    );
    return figures;
  } finally {
    await ours.stop();
  }
}

const period = (): string => {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return `date_from=${day(Date.now() - 299 * 86_400_000)}&date_to=${day(Date.now())}`;
};
const pathOf = (path: string): string => `/api${path.replace("DAYS", period())}`;

async function pageFigure(ours: Program, headers: Record<string, string>, path: string): Promise<Figure> {
  const ask = () => fetch(ours.url + encodeURI(pathOf(path)), { headers });
  await load(1, 0.5, ask);
  const before = await cpuSeconds(ours.process);
  const { p50, p99, perSecond, failures } = await load(1, SECONDS, ask);
  const cpu = ((await cpuSeconds(ours.process)) - before) / (perSecond * SECONDS);
  const isMet = p99 < MOST_MS && failures === 0;
  const name = decodeURI(`GET ${path.replace("DAYS&", "").replace("?DAYS", "")}`);
  return figure(name, `p50 ${ms(p50)}, p99 ${ms(p99)}, cpu ${ms(cpu * 1000)}`, `p99 < ${MOST_MS} ms`, isMet);
}

/** A CSV of all attendances, and a list of tickets while it is written. */
async function fileFigures(ours: Program, headers: Record<string, string>): Promise<Figure[]> {
  const call = async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(ours.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const [date_from, date_to] = period()
    .split("&")
    .map((part) => part.split("=")[1]);
  const columns = [
    "protocol",
    "contact",
    "attendants",
    "tags",
    "waiting",
    "adHeadline",
    "field.order",
    "contactField.doc",
  ];
  const before = await cpuSeconds(ours.process);
  const at = performance.now();
  await call("POST", "/api/reports/files", {
    ...{ kind: "attendances", format: "csv", columns },
    filter: { by: "created", date_from, date_to },
  });
  let rows = 0;
  let tookMs = 0;
  const written = (async () => {
    for (;;) {
      const { files } = await call<{ files: { state: string; done: number }[] }>("GET", "/api/reports/files");
      if (files[0]?.state !== "running") {
        rows = files[0]?.done ?? 0;
        tookMs = performance.now() - at;
        return;
      }
      await Bun.sleep(50);
    }
  })();
  const list = await load(1, SECONDS, () =>
    fetch(`${ours.url}/api/tickets?status=open&sort=recent&showAll=true&pageNumber=1`, { headers }),
  );
  await written;
  const cpu = (await cpuSeconds(ours.process)) - before;
  return [
    figure(
      `a CSV of ${rows.toLocaleString("en")} attendances`,
      `${(tookMs / 1000).toFixed(1)} s, cpu of the server ${cpu.toFixed(1)} s`,
      "100,000 rows in < 20 s",
      rows > 0 && tookMs < rows * MS_PER_ROW,
    ),
    figure(
      "GET /tickets while it is written",
      `p50 ${ms(list.p50)}, p99 ${ms(list.p99)}`,
      `p99 < ${MOST_MS} ms`,
      list.p99 < MOST_MS && list.failures === 0,
    ),
  ];
}
