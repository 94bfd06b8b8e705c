import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { ownCommand } from "#platform/process/own-command.ts";
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
    env: { PATH: process.env["PATH"] ?? "", ...keep("BUN_TMPDIR"), ...keep("NODE_EXTRA_CA_CERTS") },
  });
  const listen = async (): Promise<TaskMessage> => {
    let last: TaskMessage = { failed: "ended before it was done", trouble: "interrupted" };
    const lines = createInterface({ input: Readable.fromWeb(child.stdout as unknown as WebStream) });
    for await (const line of lines) {
      const told = JSON.parse(line) as TaskMessage;
      if ("progress" in told) onProgress?.(told.progress.done, told.progress.total);
      else last = told;
    }
    await child.exited;
    if ("failed" in last) throw new BackupError(last.failed, last.trouble);
    return last;
  };
  return { done: listen(), end: () => child.kill("SIGKILL") };
}

function keep(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}
