import { expect, test } from "bun:test";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import { levelOf } from "./tab.tsx";

test("the storage bar warns from 80 percent, and is full as soon as a file waits for space", () => {
  const level = (usedBytes: number, limitBytes: number | null, waiting = 0) =>
    levelOf({ usedBytes, limitBytes, waiting });
  expect([level(79, 100), level(80, 100), level(100, 100), level(90, 100, 1), level(9e9, null)]).toEqual([
    "ok",
    "nearly",
    "full",
    "full",
    "ok",
  ]);
});

test("sizes are shown in the units of the plans", () => {
  expect([0, 1024, 1536 * 1024, 2 * 1024 ** 3].map((bytes) => formatStorage(bytes, "pt-BR"))).toEqual([
    "0 KB",
    "1 KB",
    "1,5 MB",
    "2 GB",
  ]);
});
