import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { encodeBatch, encodeMarker, encodeNotice, type Marker } from "./batch.ts";
import type { Capture } from "./capture.ts";
import { BrokenChain, type Encoded, FIRST_LINK, MAX_PART_BYTES } from "./format.ts";
import { type Batch, createReader } from "./reader.ts";
import { createBatchSeal, NO_SEAL } from "./seal.ts";

const seal = createBatchSeal({ cell: 1, current: "an installation key of a test" });
const MARKER: Marker = { installation: "one", cell: 1, node: "a", atMs: 1 };

/** A capture with `pages` pages of incompressible bytes. */
const captureOf = (pages: number, path = "companies/1/company.sqlite"): Capture => ({
  capturedAtMs: 1_700_000_000_123,
  files: [
    {
      path,
      isWhole: false,
      pageSize: 4096,
      pageCount: pages + 7,
      wal: { salt: 0xfedcba9876543210n, frame: 42 },
      numbers: Uint32Array.from({ length: pages }, (_, index) => index + 1),
      images: randomBytes(pages * 4096),
    },
  ],
  smallFiles: [{ path: "companies/1/connections/3/linked", mode: 0o600, bytes: Buffer.from("état") }],
  deleted: ["companies/2/company.sqlite"],
});

/** Encodes message groups one after the other, as an owner does. */
function owner(epoch = 1, from = FIRST_LINK) {
  let link = from;
  const next = () => ({ epoch, number: link.number + 1, previousChain: link.chain, seal });
  const follow = (encoded: Encoded): Encoded => {
    link = encoded;
    return encoded;
  };
  return {
    marker: (marker = MARKER) => follow(encodeMarker(marker, next())),
    batch: (capture = captureOf(2)) => follow(encodeBatch(capture, next())),
    notice: () => follow(encodeNotice({ type: "schema", version: 3 }, next())),
  };
}

function readAll(groups: readonly Encoded[], reader = createReader({ position: FIRST_LINK, seal })): Batch[] {
  return groups.flatMap(({ parts }) => parts.flatMap((part) => reader.read(part) ?? []));
}
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof BrokenChain) return error.fault;
    throw error;
  }
  return "none";
};

describe("batch format", () => {
  test("a reader gets every page, small file and deleted path that the owner encoded", () => {
    const from = owner();
    const capture = captureOf(3);
    const [marker, batch, notice] = readAll([from.marker(), from.batch(capture), from.notice()]);
    expect(marker).toMatchObject({ kind: "marker", epoch: 1, number: 1, marker: MARKER });
    if (batch?.kind !== "batch") throw new Error("no batch");
    const [file] = batch.capture.files;
    expect(batch.capture.capturedAtMs).toBe(capture.capturedAtMs);
    expect(file).toMatchObject({ path: "companies/1/company.sqlite", pageSize: 4096, pageCount: 10 });
    expect(file?.wal).toEqual({ salt: 0xfedcba9876543210n, frame: 42 });
    expect([...(file?.numbers ?? [])]).toEqual([1, 2, 3]);
    expect(Buffer.from(file?.images ?? []).equals(capture.files[0]?.images ?? Buffer.alloc(0))).toBe(true);
    expect(batch.capture.smallFiles.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(["état"]);
    expect(batch.capture.deleted).toEqual(capture.deleted);
    expect(notice).toMatchObject({ kind: "notice", notice: { type: "schema", version: 3 } });
  });

  test("a large batch is cut into messages below the limit of the log, each with its own id", () => {
    const from = owner();
    const groups = [from.marker(), from.batch(captureOf(700)), from.batch()];
    const large = groups[1];
    expect(large?.parts.length).toBe(4);
    expect(large?.parts.every(({ length }) => length <= MAX_PART_BYTES)).toBe(true);
    expect(large?.id(3)).toBe("1:2:3");
    expect(readAll(groups)).toHaveLength(3);
  });

  test("the bytes of a batch do not show its content", () => {
    const [part] = owner().batch().parts;
    expect(Buffer.from(part ?? []).includes("company.sqlite")).toBe(false);
  });

  test("a path that leads outside the data directory is refused", () => {
    for (const path of ["../x", "/etc/passwd", "a/./b", "a//b", ""]) {
      const options = { epoch: 1, number: 2, previousChain: 0n, seal: NO_SEAL };
      const [part] = encodeBatch(captureOf(1, path), options).parts;
      const reader = createReader({ position: { epoch: 1, number: 1, chain: 0n }, seal: NO_SEAL });
      expect(faultOf(() => reader.read(part as Uint8Array))).toBe("body");
    }
  });
});

describe("chain of batches", () => {
  test("a reader refuses a missing, a repeated and an exchanged batch", () => {
    const from = owner();
    const [marker, one, two] = [from.marker(), from.batch(), from.batch()];
    expect(faultOf(() => readAll([marker, two]))).toBe("gap");
    expect(faultOf(() => readAll([marker, one, one]))).toBe("repeated");
    expect(faultOf(() => readAll([marker, one, marker]))).toBe("repeated");
    // Another owner of the same epoch and number: two owners could append.
    const other = owner();
    other.marker({ ...MARKER, node: "b" });
    expect(faultOf(() => readAll([marker, other.batch()]))).toBe("chain");
  });

  test("a reader refuses a missing and a repeated part", () => {
    const from = owner();
    const [marker, large] = [from.marker(), from.batch(captureOf(700))];
    const without = (part: number): Encoded => ({
      ...large,
      parts: large.parts.filter((_, at) => at !== part),
    });
    expect(faultOf(() => readAll([marker, without(1)]))).toBe("gap");
    const [first, ...rest] = large.parts as [Uint8Array, ...Uint8Array[]];
    expect(faultOf(() => readAll([marker, { ...large, parts: [first, first, ...rest] }]))).toBe("repeated");
  });

  test("a reader refuses a batch with one changed bit, wherever it is", () => {
    const from = owner();
    const [marker, batch, next] = [from.marker(), from.batch(captureOf(1)), from.batch(captureOf(1))];
    const [part] = batch.parts as [Uint8Array];
    for (let at = 0; at < part.length; at += at < 40 ? 1 : 97) {
      const changed = part.slice();
      changed[at] = (changed[at] ?? 0) ^ 4;
      const read: Batch[] = [];
      const reader = createReader({ position: FIRST_LINK, seal });
      const fault = faultOf(() => {
        for (const group of [marker, { ...batch, parts: [changed] }, next])
          read.push(...readAll([group], reader));
      });
      expect([at, fault, read.length]).not.toEqual([at, "none", expect.any(Number)]);
      expect([at, read.length]).toEqual([at, 1]);
    }
  });

  test("a marker of a later epoch drops the unfinished batch of the former owner; an earlier epoch is refused", () => {
    const former = owner();
    const marker = former.marker();
    const link = { epoch: 1, number: 1, chain: marker.chain };
    const large = former.batch(captureOf(700));
    const unfinished: Encoded = { ...large, parts: large.parts.slice(0, 2) };
    const next = owner(2, link);
    const reader = createReader({ position: FIRST_LINK, seal });
    expect(readAll([marker, unfinished, next.marker(), next.batch()], reader)).toHaveLength(3);
    expect(reader.position.epoch).toBe(2);
    expect(faultOf(() => readAll([large], reader))).toBe("epoch");
  });

  test("a reader continues from a stored position, and refuses a log of another installation", () => {
    const from = owner();
    const [marker, one, two] = [from.marker(), from.batch(), from.batch()];
    expect(readAll([two], createReader({ position: one, seal }))).toHaveLength(1);
    const foreign = createReader({ position: FIRST_LINK, seal, installation: "two" });
    expect(faultOf(() => readAll([marker], foreign))).toBe("installation");
  });
});

describe("seal of batches", () => {
  test("a batch sealed with an earlier installation key can still be read; without that key it is refused", () => {
    const [marker] = [owner().marker()];
    const reading = (options: { current: string; older?: string[] }) =>
      faultOf(() =>
        readAll(
          [marker],
          createReader({ position: FIRST_LINK, seal: createBatchSeal({ cell: 1, ...options }) }),
        ),
      );
    const current = "the next installation key";
    expect(reading({ current, older: ["an installation key of a test"] })).toBe("none");
    expect(reading({ current })).toBe("key");
  });

  test("a sealed body cannot be moved to another cell, epoch or number", () => {
    const sealed = seal.seal(Buffer.from("x"), { kind: "batch", epoch: 1, number: 2 });
    const elsewhere = createBatchSeal({ cell: 2, current: "an installation key of a test" });
    expect(faultOf(() => elsewhere.open(sealed, { kind: "batch", epoch: 1, number: 2 }))).toBe("key");
    expect(faultOf(() => seal.open(sealed, { kind: "batch", epoch: 1, number: 3 }))).toBe("body");
    expect(faultOf(() => seal.open(sealed, { kind: "batch", epoch: 2, number: 2 }))).toBe("key");
    expect(faultOf(() => seal.open(sealed, { kind: "notice", epoch: 1, number: 2 }))).toBe("body");
  });
});
