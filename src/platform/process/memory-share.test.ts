import { expect, test } from "bun:test";
import { memoryShare } from "./memory-share.ts";

const MB = 1024 * 1024;

test("a share of the memory shrinks with the machine and stays between its bounds", () => {
  const shares = [256, 512, 1024, 8192].map((mb) => memoryShare(16, 24, 64, mb * MB) / MB);
  expect(shares).toEqual([24, 32, 64, 64]);
});
