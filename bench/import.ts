import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { officeTables } from "#simulator/whaticket/office.ts";
import { writeDump } from "#simulator/whaticket/write-dump.ts";
import { type Figure, perSecond } from "./harness/report.ts";

const MAIN = join(import.meta.dir, "../src/main.ts");
/**
 * Number of messages, in tickets of 20 each; with `IMPORT_RAW_CHARS` each has that many characters of unused payload,
 * as in large dumps.
 */
const MESSAGES = Number(process.env["IMPORT_MESSAGES"] ?? 200_000);
const RAW_CHARS = Number(process.env["IMPORT_RAW_CHARS"] ?? 0);
const PER_TICKET = 20;
const MEMORY_MB = 300;

/** Peak of the process's own memory, MB. */
function peakOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1] ?? 0) / 1024;
}

/** `balcao import` of a dump in a separate process: messages per second, and peak memory. */
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
      const watch = setInterval(() => {
        peak = Math.max(peak, peakOf(child.pid));
      }, 50);
      const code = await child.exited;
      clearInterval(watch);
      if (code !== 0) throw new Error(`import ends with ${code}`);
      return { seconds: (performance.now() - began) / 1000, peak };
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
