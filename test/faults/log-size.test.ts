import { afterAll, beforeAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { walBackPressure } from "#platform/db/checkpoint/checkpoints.ts";
import { openDatabase } from "#platform/db/open.ts";

/** Duration, s: a full test of R8 takes minutes (`R8_SECONDS=600`), every test run a few seconds. */
const SECONDS = Number(process.env["R8_SECONDS"] ?? 4);
const MAX_LOG = 64 * 1024 * 1024;
/** Duration of a read, ms. A backup of a million messages reads for 0.7 s; this one hardly pauses between reads. */
const READS_MS = Number(process.env["R8_READS_MS"] ?? 700);
const PAUSE_MS = 500;
const BATCH = 50;

let s: Scene;
beforeAll(() => {
  s = scene();
});
afterAll(() => s.close());

test(
  `during ${SECONDS} s of continuous messages beside a long reader the WAL stays below 64 MB and no write waits`,
  async () => {
    const path = join(s.tenant.directory, "company.sqlite");
    const sizeOfLog = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const reader = openDatabase(path, { durability: "normal", readonly: true });
    const count = reader.prepare("SELECT count(*) AS n FROM message").pluck();
    const people = Array.from({ length: 40 }, (_, n) => ({
      name: `Pessoa ${n}`,
      identities: [phone(`55119700000${String(n).padStart(2, "0")}`)],
    }));
    const end = performance.now() + SECONDS * 1000;
    let [messages, largest, slowest] = [0, 0, 0];
    let read: { readonly since: number; readonly saw: number } | undefined;
    let pauseUntil = 0;
    while (performance.now() < end) {
      const now = performance.now();
      if (read && now - read.since > READS_MS) {
        // The reader sees the same rows until its end, despite the writes.
        expect(Number(count.get())).toBe(read.saw);
        reader.exec("COMMIT");
        read = undefined;
        pauseUntil = now + PAUSE_MS;
      } else if (!read && now > pauseUntil) {
        reader.exec("BEGIN");
        read = { since: now, saw: Number(count.get()) };
      }
      const events = Array.from({ length: BATCH }, (_, n) =>
        wrote(
          people[(messages + n) % people.length] as never,
          `mensagem ${messages + n} ${"palavra ".repeat(20)}`,
          s.clock.now(),
        ),
      );
      messages += BATCH;
      // Waits as the intake and the inbox workers do.
      await walBackPressure(s.tenant.db.$client);
      const at = performance.now();
      storeEvents(s.tenant, s.connectionId, events);
      while (processSlice(s.tenant)) {}
      slowest = Math.max(slowest, performance.now() - at);
      largest = Math.max(largest, sizeOfLog());
      s.clock.advance(10);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    if (read) reader.exec("COMMIT");
    expect(Number(count.get())).toBe(messages);
    reader.close();
    if (SECONDS > 10)
      console.log(
        `${messages} messages, log at most ${(largest / 1e6).toFixed(1)} MB, slowest ${BATCH} in ${slowest.toFixed(0)} ms`,
      );
    expect(largest).toBeLessThan(MAX_LOG);
    // A write waits five seconds for a lock before it fails.
    expect(slowest).toBeLessThan(4000);
  },
  SECONDS * 1000 + 60_000,
);
