import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryLimit, memoryShare } from "./memory-limit.ts";

const MB = 1024 * 1024;
const GB = 1024 ** 3;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "balcao-limit-"));
});
afterEach(() => rmSync(root, { recursive: true }));
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("the memory of the machine is the limit where no control group sets one", () => {
  expect(memoryLimit(root, 2 * GB)).toBe(2 * GB);
  put("proc/self/cgroup", "0::/\n");
  put("sys/fs/cgroup/memory.max", "max\n");
  expect(memoryLimit(root, 2 * GB)).toBe(2 * GB);
});

test("the smallest limit of the control group and the groups above it is taken", () => {
  put("proc/self/cgroup", "0::/balcao.slice/balcao.service\n");
  put("sys/fs/cgroup/balcao.slice/memory.max", `${GB}\n`);
  put("sys/fs/cgroup/balcao.slice/balcao.service/memory.max", "max\n");
  expect(memoryLimit(root, 4 * GB)).toBe(GB);
  put("sys/fs/cgroup/balcao.slice/balcao.service/memory.max", `${GB / 2}\n`);
  expect(memoryLimit(root, 4 * GB)).toBe(GB / 2);
});

test("limits of control groups of version 1 are taken, of the memory controller only", () => {
  put("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/a\n0::/\n");
  put("sys/fs/cgroup/memory/a/memory.limit_in_bytes", `${GB}\n`);
  put("sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "5\n");
  expect(memoryLimit(root, 4 * GB)).toBe(GB);
  // The kernel's value for "no limit".
  put("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
  expect(memoryLimit(root, 4 * GB)).toBe(4 * GB);
});

test("a share of the memory shrinks with the machine and stays between its bounds", () => {
  const shares = [256, 512, 1024, 8192].map((mb) => memoryShare(16, 24, 64, mb * MB) / MB);
  expect(shares).toEqual([24, 32, 64, 64]);
});
