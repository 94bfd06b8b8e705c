import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { officeTables } from "#simulator/whaticket/office.ts";
import { writeDump } from "#simulator/whaticket/write-dump.ts";
import { type Figure, perSecond } from "./report.ts";

const MAIN = join(import.meta.dir, "../src/main.ts");
/** In tickets of 20 messages each; with `IMPORT_RAW_CHARS` each has as much beside it that is not wanted, as large dumps do. */
const MESSAGES = Number(process.env["IMPORT_MESSAGES"] ?? 200_000);
const RAW_CHARS = Number(process.env["IMPORT_RAW_CHARS"] ?? 0);
const PER_TICKET = 20;
const MEMORY_MB = 300;

/** Memory of a process and the peak of it, MB; null when it has ended. */
function memoryOf(pid: number): { readonly now: number; readonly peak: number } | null {
  const path = `/proc/${pid}/status`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const [, peak] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
  const [, now] = /VmRSS:\s+(\d+)/.exec(text) ?? [];
  return peak && now ? { now: Number(now) / 1024, peak: Number(peak) / 1024 } : null;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** `balcao import` of a dump as a process of its own: how many messages a second, and how much memory it takes. */
export async function importing(): Promise<readonly Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "balcao-bench-import-"));
  try {
    const tables = officeTables({
      version: "community",
      tickets: MESSAGES / PER_TICKET,
      rawChars: RAW_CHARS,
      messagesPerTicket: PER_TICKET,
      passwordHash: `$2a$08$${"a".repeat(53)}`,
      now: Date.now(),
    });
    const dump = await writeDump(directory, "pg-copy", tables);
    const data = join(directory, "data");
    const run = async () => {
      const began = performance.now();
      const child = Bun.spawn([process.execPath, MAIN, "import", "whaticket", dump, "--zone=-03:00"], {
        env: { PATH: process.env["PATH"] ?? "", HOME: directory, DATA_DIR: data, LOG_LEVEL: "silent" },
        stdout: "ignore",
        stderr: "ignore",
      });
      let peak = 0;
      const taken: number[] = [];
      const watch = setInterval(() => {
        const memory = memoryOf(child.pid);
        if (!memory) return;
        peak = memory.peak;
        taken.push(memory.now);
      }, 50);
      const code = await child.exited;
      clearInterval(watch);
      if (code !== 0) throw new Error(`import ends with ${code}`);
      const quarter = Math.floor(taken.length / 4);
      const [second, last] = [mean(taken.slice(quarter, 2 * quarter)), mean(taken.slice(3 * quarter))];
      return { seconds: (performance.now() - began) / 1000, peak, second, last };
    };
    const first = await run();
    const again = await run();
    const size = Math.round(statSync(dump).size / 1e6);

    const rate = MESSAGES / first.seconds;
    const figure = (name: string, ours: string, goal: string, met: boolean): Figure => ({
      name: `import of ${MESSAGES.toLocaleString("en")} messages (${size} MB): ${name}`,
      ours,
      yardstick: "",
      ratio: "",
      goal,
      met,
    });
    return [
      figure("messages", perSecond(rate), "≥ 5,000/s", rate >= 5000),
      figure(
        "peak memory of the process",
        `${Math.round(first.peak)} MB`,
        `< ${MEMORY_MB} MB`,
        first.peak < MEMORY_MB,
      ),
      figure(
        "memory in the second quarter of the time / in the last",
        `${Math.round(first.second)} / ${Math.round(first.last)} MB`,
        "no more",
        first.last < first.second * 1.2,
      ),
      figure(
        "the same again, nothing new",
        `${again.seconds.toFixed(1)} s`,
        `< ${first.seconds.toFixed(1)} s`,
        again.seconds < first.seconds,
      ),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
