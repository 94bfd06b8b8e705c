import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { APP_SECRET, companyFile, generate, messagesIn } from "#bench/data/dataset.ts";
import type { Size } from "#bench/data/sizes.ts";

/** A program under load. */
export interface Program {
  readonly url: string;
  readonly process: Subprocess;
  stop(): Promise<void>;
}

const root = join(import.meta.dir, "../..");
const BINARY = join(root, "dist", "balcao");

/** Raised when the generated rows change, so that an older data set is not used any more. */
const VERSION = 2;

/** A fresh copy of the data set of this size (generated once below `bench-data/`). */
export async function dataset(name: string, size: Size): Promise<string> {
  const kept = join(root, "bench-data", `${name}-${VERSION}`);
  if (!existsSync(companyFile(kept)) || messagesIn(kept) < size.messages) {
    rmSync(kept, { recursive: true, force: true });
    process.stdout.write(`generating ${name} (${size.messages.toLocaleString("en")} messages) … `);
    const at = performance.now();
    await generate(kept, size);
    process.stdout.write(`${((performance.now() - at) / 1000).toFixed(1)} s\n`);
  }
  return kept;
}

/** Copies a data set to a separate directory, so that a run never changes the original. */
export function copyOf(kept: string, label: string): string {
  const copy = join(root, "bench-data", `run-${label}`);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  cpSync(kept, copy, { recursive: true });
  return copy;
}

async function until(url: string, process: Subprocess): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (process.exitCode !== null) throw new Error(`program ended with ${process.exitCode}`);
    try {
      if ((await fetch(url)).status < 500) return;
    } catch {
      // not listening yet
    }
    await Bun.sleep(20);
  }
  throw new Error(`${url} does not answer`);
}

function program(command: string[], env: Record<string, string>, url: string): Program {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "inherit",
  });
  // A failing bench stops its server.
  process.on("exit", () => child.kill("SIGKILL"));
  return {
    url,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** How a program of ours is started, beside its data directory and port. */
interface ProductOptions {
  /** Added to the environment of all benches. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prefix of the command. */
  readonly before?: readonly string[];
  /** Path that answers when the program is ready; a standby answers only `/healthz`. */
  readonly probe?: string;
  /** Starts the built binary, which takes 55 MB less than the same server from its source. Needs `npm run build`. */
  readonly isBuilt?: boolean;
}

/** Starts the product over a data directory. */
export async function startProduct(
  directory: string,
  port: number,
  { env = {}, before, probe = "/readyz", isBuilt = false }: ProductOptions,
): Promise<Program> {
  if (isBuilt && !existsSync(BINARY)) throw new Error("there is no dist/balcao: run `npm run build` first");
  const started = command(
    ["serve"],
    directory,
    { PORT: String(port), ...env },
    before,
    isBuilt ? [BINARY] : undefined,
  );
  await until(`${started.url}${probe}`, started.process);
  return started;
}

export const product = (
  directory: string,
  port: number,
  env: Record<string, string> = {},
  before: readonly string[] = [],
): Promise<Program> => startProduct(directory, port, { env, before });

/** Runs a command of the product over a data directory until it ends. */
export async function runCommand(
  words: readonly string[],
  directory: string,
  env: Record<string, string>,
): Promise<void> {
  const code = await command(words, directory, env).process.exited;
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}`);
}

const command = (
  words: readonly string[],
  directory: string,
  env: Record<string, string>,
  before: readonly string[] = [],
  started: readonly string[] = [process.execPath, "src/main.ts"],
): Program =>
  program(
    [...before, ...started, ...words],
    {
      DATA_DIR: directory,
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      APP_SECRET,
      LOG_LEVEL: "error",
      NODE_ENV: "production",
      ...env,
    },
    `http://127.0.0.1:${env["PORT"]}`,
  );

/** Starts the raw yardstick over the same rows. */
export async function yardstick(directory: string, port: number): Promise<Program> {
  const started = program(
    [process.execPath, "bench/harness/yardstick.ts", companyFile(directory), String(port)],
    {},
    `http://127.0.0.1:${port}`,
  );
  await until(`${started.url}/tickets`, started.process);
  return started;
}

/** Signs in and returns the headers for requests. */
export async function signIn(
  url: string,
  email: string,
  password: string,
): Promise<{ token: string; headers: Record<string, string> }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`login failed: ${response.status} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    // Uncompressed, as the yardstick answers; the effect of compression is measured by `page`.
    "accept-encoding": "identity",
  };
  return { token, headers };
}

/** Resident memory of a process, MB. */
export async function memoryOf(child: Subprocess): Promise<number> {
  const status = await Bun.file(`/proc/${child.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time used by a process so far, all threads, s. */
export async function cpuSeconds(child: Subprocess): Promise<number> {
  const fields = (await Bun.file(`/proc/${child.pid}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  // Clock ticks of 10 ms: time in the program and in the kernel.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
