import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { debianRoot, PATH } from "./root.ts";

/** The result of a command inside the machine. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly problems: string;
}

export interface MachineOptions {
  /** Directory above the downloaded Debian with more packages. */
  readonly packages?: string;
  /** True: the machine has a network of its own, without any cable (`plug`). */
  readonly isApart?: boolean;
}

/** A newly installed Debian with its own processes, users, services and files; by default it shares the host's network. */
export class DebianMachine {
  readonly #options: MachineOptions;
  readonly #directory = mkdtempSync(join(tmpdir(), "balcao-debian-"));
  #nspawn: Subprocess<"ignore", "ignore", "pipe"> | undefined;
  #leader = "";

  /** The path of its file system on the host. */
  readonly root = join(this.#directory, "root");

  constructor(options: MachineOptions = {}) {
    this.#options = options;
  }

  /** Boots the machine; resolves when systemd is running. */
  async boot(): Promise<void> {
    const [upper, work] = ["upper", "work"].map((name) => join(this.#directory, name)) as [string, string];
    for (const path of [this.root, upper, work]) mkdirSync(path, { mode: 0o755 });
    const { packages } = this.#options;
    const lower = packages === undefined ? debianRoot() : `${packages}:${debianRoot()}`;
    const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
    must("mount", "-t", "overlay", "overlay", "-o", layers, this.root);
    await this.powerOn();
  }

  /** Boots a machine whose power was cut, with the files that it had. */
  async powerOn(): Promise<void> {
    const { isApart } = this.#options;
    this.#nspawn = Bun.spawn(
      [
        // The machine ends when the test process is killed.
        ...["setpriv", "--pdeathsig", "KILL"],
        "systemd-nspawn",
        "--quiet",
        "-D",
        this.root,
        "--register=no",
        "--keep-unit",
        "--resolv-conf=off",
        ...(isApart ? ["--private-network"] : []),
        "--boot",
      ],
      { env: { PATH }, stdin: "ignore", stdout: "ignore", stderr: "pipe" },
    );
    const { pid, stderr } = this.#nspawn;
    const complaint = new Response(stderr).text();
    for (let tries = 0; tries < 1200; tries += 1) {
      if (this.#nspawn.exitCode !== null) throw new Error(`the machine did not boot: ${await complaint}`);
      this.#leader = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").at(-1) ?? "";
      if (this.#leader && /running|degraded/.test((await this.say("systemctl", "is-system-running")).out))
        return;
      await Bun.sleep(50);
    }
    throw new Error("the machine never finished booting");
  }

  /** Runs a program of the machine as its root, without blocking this process, which may serve the simulated network. */
  async say(...words: readonly string[]): Promise<Said> {
    const enter = [
      "--target",
      this.#leader,
      "--all",
      "--",
      "/usr/bin/env",
      "--chdir=/root",
      "-i",
      ENVIRONMENT,
    ];
    const child = Bun.spawn(["nsenter", ...enter, ...words], {
      env: { PATH },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, problems] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, problems };
  }

  /** The same, but throws on failure; returns the output. */
  async told(...words: readonly string[]): Promise<string> {
    const { code, out, problems } = await this.say(...words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${code}\n${out}${problems}`);
    return out;
  }

  /** Connects a machine with a network of its own to a bridge of this computer. `address`: with the length of the prefix. */
  plug(bridge: string, cable: string, address: string): void {
    must("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", this.#leader);
    must("ip", "link", "set", cable, "master", bridge, "up");
    const inside = ["--target", this.#leader, "--net", "--", "ip"];
    must("nsenter", ...inside, "addr", "add", address, "dev", "eth0");
    must("nsenter", ...inside, "link", "set", "eth0", "up");
  }

  /** Cuts the power of the machine: its processes get no signal. */
  async cutPower(): Promise<void> {
    spawnSync("kill", ["-KILL", this.#leader], { env: { PATH } });
    await this.#nspawn?.exited;
  }

  /** Switches the machine off and deletes its files. */
  async remove(): Promise<void> {
    this.#nspawn?.kill("SIGTERM");
    const isOff = this.#nspawn?.exited.then(() => true) ?? true;
    if (!(await Promise.race([isOff, Bun.sleep(15_000).then(() => false)]))) this.#nspawn?.kill("SIGKILL");
    await this.#nspawn?.exited;
    spawnSync("umount", ["--lazy", this.root], { env: { PATH } });
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

const ENVIRONMENT = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

function must(program: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { env: { PATH }, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}: ${stderr}`);
}
