import { existsSync } from "node:fs";

/** A network cable of a machine: to the NATS servers, or to users, HAProxy and WhatsApp. */
export type Wire = "nats" | "users";

/** Which packets are dropped, as the machine sees them. */
export type Direction = "both" | "in" | "out";

/** A network namespace with two cables, as a machine of its own. */
export interface Machine {
  /** Words before a command line that runs it on this machine. */
  readonly prefix: readonly string[];
  /** Address for users. */
  readonly address: string;
  /** Address of this computer on the cable for users: WhatsApp, and the proxy as the machine sees it. */
  readonly outside: string;
  /** Drops every packet of this direction, without a refusal. */
  cut(wire: Wire, direction: Direction): void;
  /** Delays packets: `netem` where the kernel has it, else a narrow line with a queue of 400 ms. */
  slow(wire: Wire): void;
  heal(wire: Wire): void;
}

export interface Machines {
  readonly list: readonly Machine[];
  /** Address of the NATS servers, which only these machines reach. */
  readonly natsAddress: string;
  close(): void;
}

const DROP_ALL = "bfifo limit 1".split(" ");
const DELAYS = [
  "netem delay 120ms 40ms loss 1%",
  // A burst below one packet of a large segment would drop it for ever.
  "tbf rate 1mbit burst 16kb latency 400ms",
].map((words) => words.split(" "));
const NAME = /^balcao-(\d+)-/;

/** Machines on this computer, or why there cannot be any. */
export function makeMachines(names: readonly string[]): Machines | string {
  const reason = missing();
  if (reason) return reason;
  removeForgotten();
  const block = `10.${64 + (process.pid % 128)}`;
  const natsAddress = `${block}.255.1`;
  run("ip", "addr", "add", `${natsAddress}/32`, "dev", "lo");
  const namespaces = names.map((name) => `balcao-${process.pid}-${name}`);
  const list = namespaces.map((namespace, index): Machine => {
    run("ip", "netns", "add", namespace);
    run("ip", "-n", namespace, "link", "set", "lo", "up");
    const at = { namespace, index, block };
    const wires = { nats: plug(at, "n", 2 * index), users: plug(at, "u", 2 * index + 1) };
    run("ip", "-n", namespace, "route", "add", natsAddress, "via", wires.nats.outside);
    const shape = (wire: Wire, words: readonly string[], direction: Direction = "both") => {
      const { inner, outer } = wires[wire];
      const isIn = direction === "out" || run("tc", ...on(outer), ...words);
      const isOut = direction === "in" || run("tc", "-n", namespace, ...on(inner), ...words);
      return isIn && isOut;
    };
    return {
      prefix: ["ip", "netns", "exec", namespace],
      address: wires.users.address,
      outside: wires.users.outside,
      cut: (wire, direction) => void shape(wire, DROP_ALL, direction),
      slow: (wire) => void DELAYS.some((words) => shape(wire, words)),
      heal(wire) {
        const { inner, outer } = wires[wire];
        run("tc", "qdisc", "del", "dev", outer, "root");
        run("tc", "-n", namespace, "qdisc", "del", "dev", inner, "root");
      },
    };
  });
  return {
    list,
    natsAddress,
    close() {
      for (const namespace of namespaces) run("ip", "netns", "del", namespace);
      run("ip", "addr", "del", `${natsAddress}/32`, "dev", "lo");
    },
  };
}

const on = (device: string): readonly string[] => ["qdisc", "replace", "dev", device, "root"];

/** Connects a namespace with this computer by one cable. */
function plug(
  { namespace, index, block }: { readonly namespace: string; readonly index: number; readonly block: string },
  kind: string,
  subnet: number,
) {
  const name = `bl${process.pid}${kind}${index}`;
  const [outer, inner] = [`${name}o`, `${name}i`];
  const [outside, address] = [`${block}.${subnet}.1`, `${block}.${subnet}.2`];
  run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", namespace);
  run("ip", "addr", "add", `${outside}/30`, "dev", outer);
  run("ip", "-n", namespace, "addr", "add", `${address}/30`, "dev", inner);
  run("ip", "link", "set", outer, "up");
  run("ip", "-n", namespace, "link", "set", inner, "up");
  return { outer, inner, outside, address };
}

/** Why this computer cannot have namespaces; null = it can. */
function missing(): string | null {
  if (process.getuid?.() !== 0) return "network namespaces need root";
  if (!Bun.which("ip") || !Bun.which("tc")) return "network namespaces need ip and tc (iproute2)";
  const tried = `balcao-${process.pid}-try`;
  const isAllowed = run("ip", "netns", "add", tried);
  run("ip", "netns", "del", tried);
  return isAllowed ? null : "this machine does not allow network namespaces";
}

/** Namespaces of tests that were killed. */
function removeForgotten(): void {
  const { stdout } = Bun.spawnSync(["ip", "netns", "list"]);
  for (const line of stdout.toString().split("\n")) {
    const owner = NAME.exec(line)?.[1];
    if (owner && !existsSync(`/proc/${owner}`)) run("ip", "netns", "del", line.split(" ")[0] ?? "");
  }
}

const run = (...words: readonly string[]): boolean =>
  Bun.spawnSync([...words], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
