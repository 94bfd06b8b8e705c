import type { ClusterWorld } from "./cluster-world.ts";
import { type FaultKind, of, otherNode } from "./fault.ts";
import { SURROUNDING_FAULTS } from "./faults-around.ts";
import { COPY_FAULTS } from "./faults-of-copies.ts";
import { NETWORK_FAULTS } from "./faults-of-networks.ts";
import type { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";
import { SERVER_FAULTS } from "./server-faults.ts";

/** Longer than the lease, ms. */
const FREEZE_MS = 8000;
/** Requests that wait in the sockets of a frozen owner. */
const WAITING_REQUESTS = 10;
const REQUEST_MS = 15_000;
/** Time between the begin of a planned takeover and the kill of its owner, ms. */
const GIVING_MS = 300;
const HAND_OVER_TURNS = 100;

/** Gives the cell away; repeated because it is refused while the standby still rejoins after the previous fault. */
async function handOver(owner: NodeProcess, ...words: readonly string[]): Promise<void> {
  for (let turn = 0; turn < HAND_OVER_TURNS; turn += 1) {
    const isDone = await owner.command("cluster", ...words).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await Bun.sleep(200);
  }
  throw new Error("the planned takeover was refused for 20 s");
}

/** The status codes of writes that reach this node directly while it is frozen; 0 = no answer. */
async function writesTo({ url }: NodeProcess, token: string): Promise<readonly number[]> {
  const write = (_: unknown, n: number) =>
    fetch(`${url}/api/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `frozen ${crypto.randomUUID()} ${n}`, color: "#112233" }),
      signal: AbortSignal.timeout(REQUEST_MS),
    }).then(
      ({ status }) => status,
      () => 0,
    );
  return Promise.all(Array.from({ length: WAITING_REQUESTS }, write));
}

/** Stops the owner until another node owns the cell; it must not acknowledge what waited in its sockets. */
async function freeze(
  world: ClusterWorld,
  owner: NodeProcess,
  beforeItWakes: (frozenMs: number) => void,
): Promise<void> {
  const token = await signIn(owner);
  const since = performance.now();
  owner.signal("SIGSTOP");
  const writes = writesTo(owner, token);
  await Bun.sleep(FREEZE_MS);
  await ownerOf([otherNode(world, owner)]);
  beforeItWakes(performance.now() - since);
  owner.signal("SIGCONT");
  const acknowledged = (await writes).filter((status) => status >= 200 && status < 300);
  if (acknowledged.length > 0)
    throw new Error(`a deposed owner acknowledged ${acknowledged.length} writes after it woke`);
}

const PROCESS_FAULTS: readonly FaultKind[] = [
  {
    name: "the owner is killed",
    pause: "takeover",
    takesOver: false,
    isQuick: true,
    make: async (_, owner) => owner.signal("SIGKILL"),
  },
  {
    name: "the owner freezes beyond its lease and wakes",
    pause: "takeover",
    takesOver: true,
    isQuick: true,
    make: (world, owner) => freeze(world, owner, () => undefined),
  },
  {
    name: "the virtual machine of the owner is suspended and resumed",
    pause: "takeover",
    takesOver: true,
    needs: "clocks",
    // The monotonic clock stands still meanwhile, so the owner cannot notice that its lease has expired.
    make: (world, owner) =>
      freeze(world, owner, (ms) => of(world, owner, world.clocks).standStill(Math.floor(ms / 1000))),
  },
  {
    name: "the standby freezes beyond the lease and wakes",
    takesOver: false,
    async make(world, owner) {
      const standby = otherNode(world, owner);
      standby.signal("SIGSTOP");
      await Bun.sleep(FREEZE_MS);
      standby.signal("SIGCONT");
    },
  },
  {
    name: "the cell is given to the standby",
    pause: "planned",
    takesOver: true,
    isQuick: true,
    make: (world, owner) => handOver(owner, "promote", otherNode(world, owner).name),
  },
  {
    name: "the owner is drained",
    pause: "planned",
    takesOver: true,
    make: (_, owner) => handOver(owner, "drain", owner.name),
  },
  {
    name: "the owner is killed while it gives the cell away",
    takesOver: false,
    async make(world, owner) {
      const giving = owner.command("cluster", "promote", otherNode(world, owner).name).catch(() => "");
      await Bun.sleep(GIVING_MS + Math.random() * GIVING_MS);
      owner.signal("SIGKILL");
      await giving;
    },
  },
  {
    name: "the standby is killed",
    takesOver: false,
    make: async (world, owner) => otherNode(world, owner).signal("SIGKILL"),
  },
  {
    name: "both nodes are killed",
    takesOver: false,
    isQuick: true,
    async make(world) {
      for (const node of world.nodes) node.signal("SIGKILL");
    },
  },
  {
    name: "the owner is stopped by its service manager",
    pause: "planned",
    takesOver: false,
    isQuick: true,
    async make(_, owner) {
      const before = owner.ends.length;
      owner.signal("SIGTERM");
      while (owner.ends.length === before) await Bun.sleep(20);
    },
  },
  {
    name: "the owner freezes shortly",
    takesOver: false,
    async make(_, owner) {
      owner.signal("SIGSTOP");
      await Bun.sleep(1500);
      owner.signal("SIGCONT");
    },
  },
];

export const FAULTS: readonly FaultKind[] = [
  ...PROCESS_FAULTS,
  ...NETWORK_FAULTS,
  ...SURROUNDING_FAULTS,
  ...COPY_FAULTS,
  ...SERVER_FAULTS,
];

/** Waits until the cell has an owner, another one than before where the fault demands it. */
export const settledOwner = ({ nodes }: ClusterWorld, { takesOver }: FaultKind, before: NodeProcess) =>
  ownerOf(nodes, takesOver ? before : undefined);
