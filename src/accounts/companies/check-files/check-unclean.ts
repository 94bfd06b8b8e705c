import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { endWork } from "#accounts/companies/lifecycle/bin.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import type { Installation } from "#tenants/installation.ts";
import { CHECK_FILES, type CheckedFile, type FileToCheck } from "./main.ts";

interface Check {
  readonly done: Promise<void>;
  readonly end: () => void;
}
const running = new WeakMap<Installation, Check>();

/**
 * After an unclean shutdown, checks only the files that were open then, in a separate process, since a large
 * file takes seconds and must not block requests. Damaged files are quarantined; other companies are served
 * from the start.
 */
export function checkUnclean(installation: Installation): void {
  const { tenants, dataDirectory } = installation;
  const files = tenants
    .uncleanShutdowns()
    .map((id): FileToCheck => ({ id, path: join(dataDirectory, "companies", String(id), "company.sqlite") }));
  if (files.length === 0) return;
  const inheritedVariable = (name: string) => (process.env[name] ? { [name]: process.env[name] } : {});
  const child = Bun.spawn([...ownCommand(), CHECK_FILES], {
    stdin: new Blob([JSON.stringify(files)]),
    stdout: "pipe",
    stderr: "inherit",
    env: { PATH: process.env["PATH"] ?? "", ...inheritedVariable("BUN_TMPDIR") },
  });
  const listen = async () => {
    let damaged = 0;
    const lines = createInterface({ input: Readable.fromWeb(child.stdout as unknown as WebStream) });
    for await (const line of lines) {
      const { id, damage } = JSON.parse(line) as CheckedFile;
      if (damage === null) continue;
      damaged += 1;
      await quarantine(installation, id, damage);
    }
    installation.log.info(
      { companies: files.length, damaged },
      "database files checked after an unclean shutdown",
    );
  };
  running.set(installation, { done: listen(), end: () => child.kill("SIGKILL") });
}

/** Resolves when all files that were open at the unclean shutdown are checked. */
export const uncleanChecked = async (installation: Installation): Promise<void> =>
  running.get(installation)?.done;

export async function endChecking(installation: Installation): Promise<void> {
  running.get(installation)?.end();
  await uncleanChecked(installation);
}

async function quarantine(installation: Installation, id: number, damage: string): Promise<void> {
  const { tenants, log } = installation;
  log.error(
    { company: id, damage },
    "company file is damaged: company quarantined; restore it from a backup",
  );
  const awake = [...tenants.openTenants()].find((tenant) => tenant.id === id);
  if (awake) await endWork(installation, awake);
  tenants.quarantine(id, damage);
}
