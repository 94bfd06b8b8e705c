import type { NodeClock } from "./clocks.ts";
import type { ClusterWorld } from "./cluster-world.ts";
import type { Disk } from "./disks.ts";
import { type FaultKind, of, otherNode } from "./fault.ts";
import type { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";

/** Longer than the lease, ms. */
const LONG_MS = 8000;
const JUMP_S = 600;

const diskOf = (world: ClusterWorld, node: NodeProcess): Disk => of(world, node, world.disks);
const clockOf = (world: ClusterWorld, node: NodeProcess): NodeClock => of(world, node, world.clocks);

async function fill(disk: Disk, until: () => Promise<unknown>): Promise<void> {
  await disk.fill();
  try {
    await until();
  } finally {
    disk.free();
  }
}

async function jump(clock: NodeClock, seconds: number): Promise<void> {
  clock.shift(seconds);
  await Bun.sleep(LONG_MS);
  clock.shift(0);
}

/** Failures of disks and clocks around the nodes. */
export const SURROUNDING_FAULTS: readonly FaultKind[] = [
  {
    name: "the disk of the owner is full",
    takesOver: true,
    isQuick: true,
    needs: "disks",
    make: (world, owner) => fill(diskOf(world, owner), () => ownerOf([otherNode(world, owner)])),
  },
  {
    name: "the disk of the standby is full",
    takesOver: false,
    needs: "disks",
    make: (world, owner) => fill(diskOf(world, otherNode(world, owner)), () => Bun.sleep(LONG_MS)),
  },
  {
    name: "the clock of the owner jumps ahead and back",
    takesOver: false,
    isQuick: true,
    needs: "clocks",
    make: (world, owner) => jump(clockOf(world, owner), JUMP_S),
  },
  {
    name: "the clock of the owner jumps back and ahead",
    takesOver: false,
    needs: "clocks",
    make: (world, owner) => jump(clockOf(world, owner), -JUMP_S),
  },
  {
    name: "the clock of the standby jumps ahead and back",
    takesOver: false,
    needs: "clocks",
    make: (world, owner) => jump(clockOf(world, otherNode(world, owner)), JUMP_S),
  },
  {
    name: "the clock of the standby jumps back and ahead",
    takesOver: false,
    needs: "clocks",
    make: (world, owner) => jump(clockOf(world, otherNode(world, owner)), -JUMP_S),
  },
];
