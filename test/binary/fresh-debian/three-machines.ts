import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { builtBinary } from "#test/helpers/built-binary.ts";
import type { Guide } from "./guide.ts";
import { DebianMachine } from "./machine.ts";
import { PATH } from "./root.ts";

export const NAMES = ["a", "b", "c"] as const;
export type Name = (typeof NAMES)[number];
const ADDRESS: Readonly<Record<Name, string>> = { a: "10.0.0.1", b: "10.0.0.2", c: "10.0.0.3" };
/** This computer in the network of the machines: the browsers. */
const BROWSER = "10.0.0.254";
const HOST = "atendimento.example.com";
export const SUPER = { email: "rita@provedor.example", password: "senha do provedor" } as const;
/** Folder on each machine in which the commands are entered. */
const FOLDER = "/root/setup";
const docs = join(import.meta.dir, "../../../docs");

const ip = (...words: readonly string[]): boolean =>
  Bun.spawnSync(["ip", ...words], { env: { PATH }, stdout: "ignore", stderr: "ignore" }).exitCode === 0;

/** Why there cannot be a network 10.0.0.0/24 here; null = there can. */
export function whyNoNetwork(): string | null {
  const routes = Bun.spawnSync(["ip", "route"], { env: { PATH } }).stdout.toString();
  return /^10\.0\.0\./m.test(routes) ? "this computer has a network 10.0.0.0/24 already" : null;
}

/** Three newly installed Debian machines with a network of their own, as docs/cluster.md and docs/many-cells.md have them. */
export class ThreeMachines {
  readonly #bridge = `bg${process.pid}`;
  readonly #machines: Readonly<Record<Name, DebianMachine>>;
  /** Function definitions before the commands of each block. */
  functions = "";
  readonly passwords = { "change-me-a": "p-a", "change-me-b": "p-b", "change-me-copy": "p-copy" } as const;

  constructor(packages: string) {
    const machine = () => new DebianMachine({ packages, isApart: true });
    this.#machines = { a: machine(), b: machine(), c: machine() };
  }

  async boot(): Promise<void> {
    ip("link", "add", this.#bridge, "type", "bridge");
    ip("link", "set", this.#bridge, "up");
    ip("addr", "add", `${BROWSER}/24`, "dev", this.#bridge);
    const binary = await builtBinary();
    await Promise.all(
      NAMES.map(async (name) => {
        const machine = this.#machines[name];
        await machine.boot();
        this.#plug(name);
        mkdirSync(this.file(name, ""), { recursive: true });
        copyFileSync(binary, this.file(name, "balcao"));
      }),
    );
    writeFileSync(this.file("c", "fullchain.pem"), serverCertificate);
    writeFileSync(this.file("c", "privkey.pem"), serverKey);
    for (const file of ["haproxy-cluster.cfg", "haproxy-cells.cfg"]) {
      const text = readFileSync(join(docs, "proxies", file), "utf8");
      // This process may be allowed fewer open files than a service of a server.
      writeFileSync(this.file("c", file), text.replace(/^ {2}maxconn \d+$/m, "  maxconn 2000"));
    }
  }

  /** Path on this computer of a file in the folder of a machine. */
  file = (name: Name, path: string): string => join(this.#machines[name].root, FOLDER, path);
  read = (name: Name, path: string): string => readFileSync(join(this.#machines[name].root, path), "utf8");
  append = (name: Name, path: string, text: string): void =>
    writeFileSync(join(this.#machines[name].root, path), text, { flag: "a" });
  copy = (from: Name, to: Name, path: string): void =>
    copyFileSync(this.file(from, path), this.file(to, path));

  /** Enters commands as root; returns their output. Throws when one fails. */
  run = (name: Name, commands: string): Promise<string> =>
    this.#machines[name].told("sh", "-ec", `cd ${FOLDER}\n${this.functions}\n${commands}`);
  /** Repeats a command until it succeeds. */
  async until(name: Name, command: string, what: string, seconds = 120): Promise<string> {
    let last = "";
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await Bun.sleep(1000)) {
      const answer = await this.run(name, command).catch((error: Error) => error);
      if (!(answer instanceof Error)) return answer;
      last = answer.message;
    }
    throw new Error(`${what} did not come within ${seconds} s: ${last}`);
  }

  /** The documented file of NATS for one machine. */
  writeNatsConfig(name: Name): void {
    let text = readFileSync(join(docs, "nats/nats-server.conf"), "utf8")
      .replace('NAME: "a"', `NAME: "${name}"`)
      .replace('ADDRESS: "10.0.0.1"', `ADDRESS: "${ADDRESS[name]}"`);
    for (const [from, to] of Object.entries(this.passwords)) text = text.replace(from, to);
    writeFileSync(join(this.#machines[name].root, "etc/nats-server.conf"), text);
  }

  /** Adds the lines of step 3 of docs/cluster.md to the configuration of cell 1. */
  configureFirstCell(name: "a" | "b", page: Guide): void {
    const lines = page.block(
      "3. Balcão on `a`",
      0,
      {
        "APP_SECRET=…": `APP_SECRET=${this.read("a", "var/lib/balcao/secret.key").trim()}`,
        "tls://a:PASSWORD": `tls://${name}:${this.passwords[`change-me-${name}`]}`,
        "CLUSTER_NODE=a": `CLUSTER_NODE=${name}`,
        "CLUSTER_URL=https://10.0.0.1": `CLUSTER_URL=https://${ADDRESS[name]}`,
      },
      "",
    );
    this.append(
      name,
      "etc/balcao/balcao.conf",
      `${lines}SUPER_EMAIL=${SUPER.email}\nSUPER_PASSWORD=${SUPER.password}\n`,
    );
  }

  /** A request of a browser through HAProxy. */
  async call(
    method: string,
    path: string,
    { body, token, cookie }: { body?: object; token?: string; cookie?: string } = {},
  ) {
    const answer = await fetch(`https://${ADDRESS.c}/api${path}`, {
      method,
      headers: {
        host: HOST,
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
      tls: { rejectUnauthorized: false },
    });
    const cell = answer.headers
      .getSetCookie()
      .find((line) => line.startsWith("cell="))
      ?.split(/[=;]/)[1];
    // biome-ignore lint/suspicious/noExplicitAny: bodies of many routes
    return { status: answer.status, cell, body: (await answer.json().catch(() => null)) as any };
  }

  #plug(name: Name): void {
    this.#machines[name].plug(this.#bridge, `${this.#bridge}${name}`, `${ADDRESS[name]}/24`);
  }

  async powerOn(name: Name): Promise<void> {
    await this.#machines[name].powerOn();
    this.#plug(name);
  }

  cutPower(name: Name): Promise<void> {
    ip("link", "del", `${this.#bridge}${name}`);
    return this.#machines[name].cutPower();
  }

  async remove(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.#machines[name].remove()));
    ip("link", "del", this.#bridge);
  }
}
