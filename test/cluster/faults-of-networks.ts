import type { ClusterWorld } from "./cluster-world.ts";
import { at, type FaultKind, of, otherNode } from "./fault.ts";
import type { Direction, Machine, Wire } from "./machines.ts";
import type { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";
import { leaderOf } from "./server-faults.ts";

/** Longer than the lease, ms. */
const LONG_MS = 8000;
/** Shorter than the time until the doors close, ms. */
const SHORT_MS = 2000;
/** How long the link is down in every `LOSSY_EVERY_MS`: a tenth of all packets is lost, in bursts. */
const LOSSY_MS = 25;
const LOSSY_EVERY_MS = 250;

const machineOf = (world: ClusterWorld, node: NodeProcess): Machine => of(world, node, world.machines);

interface Cut {
  readonly wire?: Wire;
  readonly direction?: Direction;
  readonly until: () => Promise<unknown>;
}

async function cut(machine: Machine, { wire = "nats", direction = "both", until }: Cut): Promise<void> {
  machine.cut(wire, direction);
  try {
    await until();
  } finally {
    machine.heal(wire);
  }
}

const forLong = () => Bun.sleep(LONG_MS);
const untilOther = (world: ClusterWorld, owner: NodeProcess) => () => ownerOf([otherNode(world, owner)]);

async function slow(machine: Machine): Promise<void> {
  machine.slow("nats");
  await forLong();
  machine.heal("nats");
}

async function lose(machine: Machine): Promise<void> {
  for (const until = performance.now() + LONG_MS; performance.now() < until; ) {
    await cut(machine, { until: () => Bun.sleep(LOSSY_MS) });
    await Bun.sleep(LOSSY_EVERY_MS - LOSSY_MS);
  }
}

const cable = (
  name: string,
  make: FaultKind["make"],
  more: Partial<Pick<FaultKind, "takesOver" | "isQuick" | "isLong" | "pause">> = {},
): FaultKind => ({ name, takesOver: false, needs: "machines", make, ...more });

/** Separates these machines from all other machines until the condition holds. */
async function isolate(
  machines: readonly Pick<Machine, "isolate">[],
  until: () => Promise<unknown>,
): Promise<void> {
  for (const machine of machines) machine.isolate(true);
  try {
    await until();
  } finally {
    for (const machine of machines) machine.isolate(false);
  }
}
const leaderMachine = async (world: ClusterWorld) => at(world.serverMachines, await leaderOf(world));

/** Failures of the cables of a node. The nodes themselves have no cable between each other. */
export const NETWORK_FAULTS: readonly FaultKind[] = [
  cable(
    "the owner is cut off from NATS",
    (world, owner) => cut(machineOf(world, owner), { until: untilOther(world, owner) }),
    { takesOver: true, isQuick: true, pause: "takeover" },
  ),
  cable("the owner is cut off from NATS shortly", (world, owner) =>
    cut(machineOf(world, owner), { until: () => Bun.sleep(SHORT_MS) }),
  ),
  cable(
    "NATS gets what the owner sends, and its answers are lost",
    (world, owner) => cut(machineOf(world, owner), { direction: "in", until: untilOther(world, owner) }),
    { takesOver: true, pause: "takeover" },
  ),
  cable(
    "nothing that the owner sends reaches NATS, and it still receives",
    (world, owner) => cut(machineOf(world, owner), { direction: "out", until: untilOther(world, owner) }),
    { takesOver: true, pause: "takeover" },
  ),
  cable("the standby is cut off from NATS", (world, owner) =>
    cut(machineOf(world, otherNode(world, owner)), { until: forLong }),
  ),
  cable("NATS gets what the standby sends, and nothing reaches the standby", (world, owner) =>
    cut(machineOf(world, otherNode(world, owner)), { direction: "in", until: forLong }),
  ),
  cable("nothing that the standby sends reaches NATS, and it still receives", (world, owner) =>
    cut(machineOf(world, otherNode(world, owner)), { direction: "out", until: forLong }),
  ),
  cable("the owner is cut off from users, HAProxy and WhatsApp shortly", (world, owner) =>
    cut(machineOf(world, owner), { wire: "users", until: forLong }),
  ),
  cable(
    "the owner is cut off from users, HAProxy and WhatsApp",
    (world, owner) => cut(machineOf(world, owner), { wire: "users", until: untilOther(world, owner) }),
    { takesOver: true, isLong: true },
  ),
  cable("the network between owner and NATS is slow", (world, owner) => slow(machineOf(world, owner))),
  cable("the network between standby and NATS is slow", (world, owner) =>
    slow(machineOf(world, otherNode(world, owner))),
  ),
  cable(
    "the owner and the NATS server that leads the log are separated from the rest",
    async (world, owner) =>
      isolate([machineOf(world, owner), await leaderMachine(world)], untilOther(world, owner)),
    { takesOver: true, pause: "with the leader" },
  ),
  cable("the NATS server that leads the log is separated from all other machines", async (world) =>
    isolate([await leaderMachine(world)], forLong),
  ),
  cable("the network between owner and NATS loses packets", (world, owner) => lose(machineOf(world, owner))),
];
