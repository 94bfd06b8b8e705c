import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { freePort, program, SUPER } from "#test/helpers/server-process.ts";
import type { Machine } from "./machines.ts";

const root = join(import.meta.dir, "../..");

/** The installation key of all nodes. */
export const APP_SECRET = "a key that only the tests know, 32 long";

export interface NodeProcessOptions {
  readonly name: string;
  /** Folder of this node; its data directory is below it. */
  readonly folder: string;
  readonly natsUrls: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly leaseMs?: number;
  /** `standby` for a copy that never takes over. */
  readonly subcommand?: string;
  /** The machine it runs on; without one it shares the loopback interface. */
  readonly machine?: Machine;
}

/** A node as its service manager runs it: started again whenever it ends, until it is stopped. */
export class NodeProcess {
  readonly name: string;
  readonly port = freePort();
  readonly directory: string;
  /** Exit codes and signals of earlier processes. */
  readonly ends: (number | string)[] = [];
  readonly #options: NodeProcessOptions;
  #child: Subprocess | undefined;
  #isWanted = false;
  #printed = "";
  /** Command line of another version of the product; null = this one. */
  version: readonly string[] | null = null;

  constructor(options: NodeProcessOptions) {
    this.#options = options;
    this.name = options.name;
    this.directory = join(options.folder, "data");
    mkdirSync(options.folder, { recursive: true });
  }

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  get host(): string {
    return this.#options.machine?.address ?? "127.0.0.1";
  }

  get env(): Record<string, string> {
    const { natsUrls, leaseMs = 3000 } = this.#options;
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "/",
      DATA_DIR: this.directory,
      PORT: String(this.port),
      HOST: this.host,
      LOG_LEVEL: process.env["TEST_LOG"] ?? "error",
      RATE_LIMITS: "off",
      APP_SECRET,
      CLUSTER_NATS_URL: natsUrls.join(","),
      CLUSTER_NATS_SYNC: "always",
      CLUSTER_NODE: this.name,
      CLUSTER_STREAM_MAX_GB: "1",
      CLUSTER_LEASE_MS: String(leaseMs),
      METRICS_TOKEN: "test",
      SUPER_EMAIL: SUPER.email,
      SUPER_PASSWORD: SUPER.password,
      ...this.#options.env,
    };
  }

  /** Runs one command of the product as this node; returns its output. Throws when it fails. */
  async command(...words: readonly string[]): Promise<string> {
    const { code, out, error } = await this.attempt(...words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${error}${out}`);
    return out;
  }

  /** Runs one command of the product as this node, which may fail. */
  async attempt(
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly error: string }> {
    const child = Bun.spawn(this.#line(words), { cwd: root, env: this.env, stdout: "pipe", stderr: "pipe" });
    const [out, error] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, error };
  }

  #line(words: readonly string[]): string[] {
    const line = this.version ? [...this.version, ...words] : program(...words);
    return [...(this.#options.machine?.prefix ?? []), ...line];
  }

  start(): void {
    this.#isWanted = true;
    const child = Bun.spawn(this.#line([this.#options.subcommand ?? "serve"]), {
      cwd: root,
      env: this.env,
      stdout: "pipe",
      stderr: "inherit",
      onExit: (_, code, signal) => {
        this.ends.push(signal === null ? (code ?? -1) : String(signal));
        // A process that was stopped and started again meanwhile has a successor.
        const isLast = () => this.#isWanted && this.#child === child;
        if (isLast()) setTimeout(() => isLast() && this.start(), 200);
      },
    });
    this.#child = child;
    void this.#read(child.stdout);
  }

  async #read(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of output) {
      if (process.env["TEST_LOG"]) process.stdout.write(`[${this.name}] ${decoder.decode(bytes)}`);
      this.#printed += decoder.decode(bytes);
    }
  }

  get printed(): string {
    return this.#printed;
  }

  /** Whether its service was started and not stopped. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** True while this node answers 200 to the proxy's probe. */
  async ownsCell(): Promise<boolean> {
    try {
      return (
        await fetch(`${this.url}/ownerz?cell=${this.env["CLUSTER_CELL"] ?? 1}`, {
          signal: AbortSignal.timeout(500),
        })
      ).ok;
    } catch {
      return false;
    }
  }

  /** Ends the process permanently. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#isWanted = false;
    this.#child?.kill("SIGCONT");
    this.#child?.kill(signal);
    await this.#child?.exited;
  }

  remove(): void {
    rmSync(this.#options.folder, { recursive: true, force: true });
  }
}
