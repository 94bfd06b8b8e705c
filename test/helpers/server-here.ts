import { rmSync } from "node:fs";
import { join } from "node:path";
import { createSuperUser } from "#accounts/auth/index.ts";
import { type App, createApp } from "#app.ts";
import { loadConfig } from "#config.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { createAssets } from "#platform/http/web-files/assets.ts";
import { createLog } from "#platform/log.ts";
import type { Installation } from "#tenants/installation.ts";
import { type ServerOptions, ServerProcess, SUPER } from "./server-process.ts";

export interface ServerHereOptions extends ServerOptions {
  /** Replaces ports to the outside world before the server listens. */
  readonly plug?: (installation: Installation) => void;
}

const ROOT = join(import.meta.dir, "..", "..");

/**
 * The product inside this process, with the machine's clock plus an offset that tests set. Otherwise it is like a
 * separate process, but cannot download files of the simulated network.
 */
export class ServerHere extends ServerProcess {
  readonly #env: Readonly<Record<string, string>>;
  readonly #plug: ServerHereOptions["plug"];
  #app: App | undefined;
  #added = 0;

  constructor(options: ServerHereOptions = {}) {
    super(options);
    this.#plug = options.plug;
    this.#env = options.env ?? {};
  }

  /** Advances the clock and runs the work that is due then. */
  async later(ms: number, ...jobs: readonly string[]): Promise<void> {
    this.#added += ms;
    for (const job of jobs) await this.#app?.runJob(job);
  }

  override async start(): Promise<void> {
    const clock: Clock = { now: () => systemClock.now() + this.#added, after: systemClock.after };
    const config = loadConfig({
      DATA_DIR: join(this.directory, "data"),
      PORT: String(this.port),
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      ...this.#env,
    });
    const assets = await createAssets({ root: ROOT });
    const log = createLog(process.env["TEST_LOG"] ? "info" : "silent");
    const app = createApp({ config, assets, clock, log });
    this.#plug?.(app.installation);
    await createSuperUser(app.installation, { name: "Admin", companyName: "Balcão", ...SUPER });
    await app.start();
    this.#app = app;
  }

  override get running(): boolean {
    return this.#app !== undefined;
  }

  override async stop(): Promise<number> {
    await this.#app?.stop();
    this.#app = undefined;
    return 0;
  }

  override async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
