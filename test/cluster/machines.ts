import { existsSync } from "node:fs";

/** A network cable of a machine: to the NATS servers, or to users, HAProxy and WhatsApp. */
export type Wire = "nats" | "users";

/** Which packets are dropped, as the machine sees them. */
export type Direction = "both" | "in" | "out";

/** A network namespace, as a machine of its own, with a cable to the switch of NATS. */
interface Namespace {
  /** Words before a command line that runs it on this machine. */
  readonly prefix: readonly string[];
  /** Connects the machine to another switch, so that it reaches only the machines there. */
  isolate(isIsolated: boolean): void;
}

/** The machine of a NATS server. */
export interface ServerMachine extends Namespace {
  readonly natsAddress: string;
}

/** The machine of a node, with a second cable for users. */
export interface Machine extends Namespace {
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
  readonly servers: readonly ServerMachine[];
  close(): void;
}

const DROP_ALL = "bfifo limit 1".split(" ");
const DELAYS = [
  "netem delay 120ms 40ms loss 1%",
  // A burst smaller than a large packet would drop that packet for ever.
  "tbf rate 1mbit burst 16kb latency 400ms",
].map((words) => words.split(" "));
const NAME = /^balcao-(\d+)-/;
const SWITCH = /\bbl(\d+)[st]\b/;
/** Last part of the first machine's address in the network of NATS; this computer has 1. */
const FIRST_ADDRESS = 11;

/** Machines on this computer, for these nodes and so many NATS servers, or why there cannot be any. */
export function makeMachines(names: readonly string[], servers: number): Machines | string {
  const reason = missing();
  if (reason) return reason;
  removeForgotten();
  const block = `10.${64 + (process.pid % 128)}`;
  const [usual, other] = ["s", "t"].map((kind) => `bl${process.pid}${kind}`) as [string, string];
  for (const device of [usual, other]) {
    run("ip", "link", "add", device, "type", "bridge");
    run("ip", "link", "set", device, "up");
  }
  run("ip", "addr", "add", `${block}.255.1/24`, "dev", usual);
  const namespaces: string[] = [];
  /** Makes a namespace that is connected to the switch. */
  const make = (name: string) => {
    const index = namespaces.length;
    const namespace = `balcao-${process.pid}-${name}`;
    namespaces.push(namespace);
    run("ip", "netns", "add", namespace);
    run("ip", "-n", namespace, "link", "set", "lo", "up");
    const natsAddress = `${block}.255.${FIRST_ADDRESS + index}`;
    const cable = plug(namespace, `${process.pid}n${index}`, `${natsAddress}/24`);
    const isolate = (isIsolated: boolean) =>
      void run("ip", "link", "set", cable.outer, "master", isIsolated ? other : usual);
    isolate(false);
    return { namespace, index, natsAddress, cable, isolate, prefix: ["ip", "netns", "exec", namespace] };
  };
  const list = names.map((name): Machine => {
    const { namespace, index, cable, ...base } = make(name);
    const [outside, address] = [`${block}.${index}.1`, `${block}.${index}.2`];
    const wires = { nats: cable, users: plug(namespace, `${process.pid}u${index}`, `${address}/30`) };
    run("ip", "addr", "add", `${outside}/30`, "dev", wires.users.outer);
    const shape = (wire: Wire, words: readonly string[], direction: Direction = "both") => {
      const { inner, outer } = wires[wire];
      const isIn = direction === "out" || run("tc", ...on(outer), ...words);
      const isOut = direction === "in" || run("tc", "-n", namespace, ...on(inner), ...words);
      return isIn && isOut;
    };
    return {
      ...base,
      address,
      outside,
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
    servers: Array.from({ length: servers }, (_, n) => make(`nats${n + 1}`)),
    close() {
      for (const namespace of namespaces) run("ip", "netns", "del", namespace);
      for (const device of [usual, other]) run("ip", "link", "del", device);
    },
  };
}

const on = (device: string): readonly string[] => ["qdisc", "replace", "dev", device, "root"];

/** Connects a namespace with this computer by one cable; `address` is that of the inner end. */
function plug(namespace: string, name: string, address: string) {
  const [outer, inner] = [`bl${name}o`, `bl${name}i`];
  run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", namespace);
  run("ip", "-n", namespace, "addr", "add", address, "dev", inner);
  run("ip", "link", "set", outer, "up");
  run("ip", "-n", namespace, "link", "set", inner, "up");
  return { outer, inner };
}

/** Why this computer cannot have namespaces; null = it can. */
function missing(): string | null {
  if (process.getuid?.() !== 0) return "network namespaces need root";
  if (!Bun.which("ip") || !Bun.which("tc")) return "network namespaces need ip and tc (iproute2)";
  const tried = `balcao-${process.pid}-try`;
  const isAllowed = run("ip", "netns", "add", tried);
  run("ip", "netns", "del", tried);
  if (!isAllowed) return "this machine does not allow network namespaces";
  const device = `bl${process.pid}try`;
  const hasSwitch = run("ip", "link", "add", device, "type", "bridge");
  run("ip", "link", "del", device);
  return hasSwitch ? null : "this machine does not allow network bridges";
}

/** Namespaces and switches of tests that were killed. */
function removeForgotten(): void {
  const linesOf = (...words: readonly string[]) =>
    Bun.spawnSync([...words])
      .stdout.toString()
      .split("\n");
  const isForgotten = (owner: string | undefined) => owner && !existsSync(`/proc/${owner}`);
  for (const line of linesOf("ip", "netns", "list"))
    if (isForgotten(NAME.exec(line)?.[1])) run("ip", "netns", "del", line.split(" ")[0] ?? "");
  for (const line of linesOf("ip", "-brief", "link", "show", "type", "bridge")) {
    const [device = "", owner] = SWITCH.exec(line) ?? [];
    if (isForgotten(owner)) run("ip", "link", "del", device);
  }
}

const run = (...words: readonly string[]): boolean =>
  Bun.spawnSync([...words], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
