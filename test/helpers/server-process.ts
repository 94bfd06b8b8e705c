import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Subprocess } from "bun";

const root = join(import.meta.dir, "..", "..");
const MAIN = join(root, "src/main.ts");
const made = process.env["TEST_PROGRAM"];

/** Command line of the product with these arguments: the binary in `TEST_PROGRAM` (built first by a whole run of the tests), else the sources. */
export const program = (...words: readonly string[]): string[] =>
  made ? [resolve(made), ...words] : [process.execPath, MAIN, ...words];

export const SUPER = { email: "dono@example.com", password: "segredo-do-dono" } as const;

export interface ServerOptions {
  /** Environment variables in addition to those of every test server. */
  readonly env?: Record<string, string>;
  /** Program to run; `program("serve")` by default. */
  readonly command?: readonly string[];
  /** No user is created: the first one uses the link the server prints. */
  readonly firstRun?: boolean;
}

/** The product in a separate process, which can be killed and started again over the same data. */
export class ServerProcess {
  readonly directory: string;
  readonly port: number;
  readonly #options: ServerOptions;
  #child: Subprocess | undefined;
  #token = "";
  #printed = "";
  #heard = Promise.withResolvers<void>();

  constructor(options: ServerOptions = {}) {
    this.#options = options;
    this.directory = mkdtempSync(join(tmpdir(), "balcao-server-"));
    this.port = freePort();
  }

  /** Process id of the running server. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    const child = Bun.spawn([...(this.#options.command ?? program("serve"))], {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "/",
        DATA_DIR: join(this.directory, "data"),
        PORT: String(this.port),
        HOST: "127.0.0.1",
        LOG_LEVEL: process.env["TEST_LOG"] ?? "error",
        RATE_LIMITS: "off",
        ...(!this.#options.firstRun && { SUPER_EMAIL: SUPER.email, SUPER_PASSWORD: SUPER.password }),
        ...this.#options.env,
      },
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#child = child;
    void this.#read(child.stdout);
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended: ${child.exitCode ?? child.signalCode}`);
      try {
        if ((await fetch(`${this.url}/readyz`)).ok) return;
      } catch {
        // not listening yet: retry
      }
      await Bun.sleep(10);
    }
  }

  /** Waits until the output matches; returns the match. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#printed);
      if (found) return found;
      await this.#heard.promise;
    }
  }

  async #read(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of output) {
      if (process.env["TEST_LOG"]) process.stdout.write(bytes);
      this.#printed += decoder.decode(bytes, { stream: true });
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    }
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** `SIGKILL`: nothing is finished, nothing is flushed. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
  }

  /** `SIGTERM`: a clean stop; returns the exit code. */
  async stop(): Promise<number | null> {
    this.#child?.kill("SIGTERM");
    await this.#child?.exited;
    return this.#child?.exitCode ?? null;
  }

  /** Stops the server and deletes its data. */
  async remove(): Promise<void> {
    if (this.running) await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Memory of the process, bytes. */
  async memory(): Promise<number> {
    const status = await Bun.file(`/proc/${this.pid}/status`).text();
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  }

  async signIn(email: string = SUPER.email, password: string = SUPER.password): Promise<string> {
    const { token } = await this.call<{ token: string }>("POST", "/auth/login", { email, password }, "");
    this.#token = token;
    return token;
  }

  /** One call of the API as the person who signed in last; throws with the error code when it is refused. */
  async call<T = unknown>(method: string, path: string, body?: unknown, token = this.#token): Promise<T> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { error?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.error}`);
    return answer as T;
  }
}

/** Ports below the range of outgoing connections, so that a killed server finds its port free again. */
const PORTS = { from: 12_000, blocks: 180, perBlock: 100 };
let block: number | undefined;
let given = 0;

/** Listens on this port; null if it is taken. */
function listenOn(port: number) {
  try {
    return Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() });
  } catch {
    return null;
  }
}

/** First port of a block that belongs to this process: it listens on it as long as it runs. */
function claimBlock(): number {
  for (let tries = 0; tries < 1000; tries += 1) {
    const first = PORTS.from + PORTS.perBlock * Math.floor(Math.random() * PORTS.blocks);
    const claim = listenOn(first);
    if (!claim) continue;
    claim.unref();
    return first;
  }
  throw new Error("no free block of ports");
}

/** A free port outside the range of outgoing connections, which no test in another process gets. */
export function freePort(): number {
  block ??= claimBlock();
  for (let tries = 1; tries < PORTS.perBlock; tries += 1) {
    given = (given % (PORTS.perBlock - 1)) + 1;
    const server = listenOn(block + given);
    if (!server) continue;
    server.stop(true);
    return block + given;
  }
  throw new Error("no free port");
}
