import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { createSerialQueue } from "#platform/jobs/paced-queue.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import type { SheetAnswer } from "./sheet-answer.ts";

/** Limits of the subprocess: a real file needs less. */
const LIMITS = { bytes: 640 * 1024 * 1024, ms: 60_000 } as const;
export interface SheetLimits {
  readonly bytes: number;
  readonly ms: number;
}
const LOOK_MS = 40;
const PAGE_BYTES = 4096;

/** Name of the subcommand that reads a spreadsheet. */
const READ_SHEET = "read-sheet";

/** One subprocess at a time, so that their memory does not add up. */
const enqueue = createSerialQueue();

/**
 * Reads a spreadsheet in a subprocess, which is killed when it takes too much memory or time: a hostile file
 * costs this server nothing. Its rows take at most `room` bytes. Calls are processed one after the other.
 */
export function readSheetInSubprocess(
  input: string,
  output: string,
  room: number,
  limits: SheetLimits = LIMITS,
): Promise<SheetAnswer> {
  return enqueue(() => run([input, output, String(room)], limits));
}

async function run(words: readonly string[], limits: SheetLimits): Promise<SheetAnswer> {
  const child = Bun.spawn([...ownCommand(), READ_SHEET, ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    env: { PATH: process.env["PATH"] ?? "", BUN_JSC_forceRAMSize: String(limits.bytes) },
  });
  lowerPriorityOf(child.pid);
  let killed = false;
  const kill = () => {
    killed = true;
    child.kill("SIGKILL");
  };
  const late = setTimeout(kill, limits.ms);
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > limits.bytes) kill();
  }, LOOK_MS);
  try {
    const text = await new Response(child.stdout).text();
    const code = await child.exited;
    if (killed || code !== 0) return { refused: killed || child.signalCode ? "size" : "type" };
    return JSON.parse(text) as SheetAnswer;
  } finally {
    clearTimeout(late);
    clearInterval(watch);
  }
}

/** Requests come first when all cores are busy. */
function lowerPriorityOf(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or a system call filter forbids it: continue with the old priority.
  }
}

/** Resident bytes of a process (Linux); elsewhere 0, and only the time limit applies. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
