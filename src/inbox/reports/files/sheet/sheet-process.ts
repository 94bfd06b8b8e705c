import { createSerialQueue } from "#platform/jobs/paced-queue.ts";
import { ownCommand } from "#platform/process/own-command.ts";

/** Time limit of the subprocess, ms; then it is killed. A spreadsheet of 100,000 rows takes much less. */
const LATEST_MS = 5 * 60_000;

/** Name of the subcommand that writes a spreadsheet. */
const WRITE_SHEET = "write-sheet";

/** One subprocess at a time, so that their memory does not add up. */
const enqueue = createSerialQueue();

/** Writes rows into a spreadsheet in a subprocess, so that compressing them delays no request. Throws when it fails. */
export const writeSheetInSubprocess = (input: string, output: string): Promise<void> =>
  enqueue(async () => {
    const child = Bun.spawn([...ownCommand(), WRITE_SHEET, input, output], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
      env: { PATH: process.env["PATH"] ?? "" },
    });
    const late = setTimeout(() => child.kill("SIGKILL"), LATEST_MS);
    try {
      const error = await new Response(child.stderr).text();
      if ((await child.exited) !== 0) throw new Error(`spreadsheet not written: ${error.slice(0, 300)}`);
    } finally {
      clearTimeout(late);
    }
  });
