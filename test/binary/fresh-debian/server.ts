import { appendFileSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServerOptions, ServerProcess } from "#test/helpers/server-process.ts";
import type { DebianMachine } from "./machine.ts";

const CONFIG = "/etc/balcao/balcao.conf";
const AUTHORITY = "/etc/balcao/simulated-ca.pem";

/** The installed service of a machine: the operations of `ServerProcess`, done through systemd. */
export class InstalledServer extends ServerProcess {
  readonly #machine: DebianMachine;
  #isConfigured = false;
  readonly #env: Readonly<Record<string, string>>;

  constructor(machine: DebianMachine, options: ServerOptions) {
    super(options);
    this.#machine = machine;
    this.#env = options.env ?? {};
  }

  /**
   * Writes the operator's configuration file. The certificate authority of the simulated media hosts is not a setting
   * and is added to the unit.
   */
  async configure(): Promise<void> {
    const { NODE_EXTRA_CA_CERTS: authority = "", ...settings } = this.#env;
    const lines = Object.entries({
      ...settings,
      PORT: String(this.port),
      RATE_LIMITS: "off",
      HOST: "127.0.0.1",
    });
    appendFileSync(
      join(this.#machine.root, CONFIG),
      lines.map(([name, value]) => `${name}=${value}\n`).join(""),
    );
    copyFileSync(authority, join(this.#machine.root, AUTHORITY));
    await this.edit("authority", `Environment=NODE_EXTRA_CA_CERTS=${AUTHORITY}`);
  }

  /** Writes a drop-in file, as `systemctl edit balcao` does. */
  async edit(name: string, ...lines: readonly string[]): Promise<void> {
    const folder = "/etc/systemd/system/balcao.service.d";
    await this.#machine.told("mkdir", "-p", folder);
    const path = join(this.#machine.root, folder, `${name}.conf`);
    writeFileSync(path, ["[Service]", ...lines, ""].join("\n"));
    await this.#machine.told("systemctl", "daemon-reload");
  }

  /** Runs a command of the program as its user, as documented; returns the output. */
  word(...words: readonly string[]): Promise<string> {
    return this.#machine.told(
      "runuser",
      "-u",
      "balcao",
      "--",
      "env",
      `CONFIG_FILE=${CONFIG}`,
      "balcao",
      ...words,
    );
  }

  override async start(): Promise<void> {
    if (!this.#isConfigured) await this.configure();
    this.#isConfigured = true;
    await this.#machine.told("systemctl", "start", "balcao");
    await this.ready();
  }

  /** Waits until the server answers. */
  async ready(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const isReady = await fetch(`${this.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await Bun.sleep(50);
    }
    throw new Error(`the service never answered:\n${await this.journal()}`);
  }

  journal(): Promise<string> {
    return this.#machine.told("journalctl", "--unit=balcao", "--no-pager", "--output=cat");
  }

  /** One property of the running unit. */
  async property(name: string): Promise<string> {
    const value = await this.#machine.told("systemctl", "show", "balcao", `--property=${name}`, "--value");
    return value.trim();
  }

  override get running(): boolean {
    return false;
  }

  override async kill(): Promise<void> {
    await this.#machine.told("systemctl", "kill", "--signal=KILL", "balcao");
  }

  override async stop(): Promise<number | null> {
    await this.#machine.told("systemctl", "stop", "balcao");
    return 0;
  }
}
