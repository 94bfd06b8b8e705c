import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import type { Installation } from "#tenants/installation.ts";
import { ARCHIVE_COMMAND, type Task, type TaskMessage } from "./protocol.ts";

/** A task running in a subprocess. */
export interface Subprocess {
  /** Its result; rejects with BackupError when it failed or was stopped. */
  readonly done: Promise<TaskMessage>;
  /** Stops it; only its work directory is left. */
  end(): void;
}

/**
 * Starts this program in a subprocess for tasks that read gigabytes, so that hashing and compressing do not block requests
 * and their memory is freed at the end.
 */
export function spawnTask(task: Task, onProgress?: (done: number, total: number) => void): Subprocess {
  const child = Bun.spawn([...ownCommand(), ARCHIVE_COMMAND], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
    env: {
      PATH: process.env["PATH"] ?? "",
      ...inheritedVariable("BUN_TMPDIR"),
      ...inheritedVariable("NODE_EXTRA_CA_CERTS"),
    },
  });
  const listen = async (): Promise<TaskMessage> => {
    let last: TaskMessage = { failed: "ended before it was done", trouble: "interrupted" };
    const lines = createInterface({ input: Readable.fromWeb(child.stdout as unknown as WebStream) });
    for await (const line of lines) {
      const message = JSON.parse(line) as TaskMessage;
      if ("progress" in message) onProgress?.(message.progress.done, message.progress.total);
      else last = message;
    }
    await child.exited;
    if ("failed" in last) throw new BackupError(last.failed, last.trouble);
    return last;
  };
  return { done: listen(), end: () => child.kill("SIGKILL") };
}

function inheritedVariable(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}

/** Subprocesses of this server that process archives; a stop of the server ends them. */
const running = new WeakMap<Installation, Set<Subprocess>>();

/** Registers a subprocess until it has ended. */
export async function trackSubprocess<T>(
  installation: Installation,
  apart: Subprocess,
  work: Promise<T>,
): Promise<T> {
  const all = running.get(installation) ?? new Set();
  running.set(installation, all);
  all.add(apart);
  try {
    return await work;
  } finally {
    all.delete(apart);
  }
}

/**
 * Stops all subprocesses; scheduled tasks start again at their next time, the others only when a user starts them.
 */
export async function stopSubprocesses(installation: Installation): Promise<void> {
  const all = [...(running.get(installation) ?? [])];
  for (const apart of all) apart.end();
  await Promise.allSettled(all.map(({ done }) => done));
}
