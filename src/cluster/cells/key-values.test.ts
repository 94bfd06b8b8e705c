import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBucket } from "#cluster/log/jetstream/assets.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { KeyValue, KeyValues } from "./key-values.ts";
import { createNatsKeyValues } from "./nats-key-values.ts";
import { memoryKeyValues } from "./testing/memory-key-values.ts";

const program = natsProgram();

describe("a bucket of values", () => {
  let folder: string;
  let servers: NatsServers;
  let nats: Nats;
  beforeAll(async () => {
    if (program === null) return;
    folder = mkdtempSync(join(tmpdir(), "balcao-key-values-"));
    servers = await startNats(program, folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
  }, 60_000);
  afterAll(async () => {
    await nats?.close();
    await servers?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 20_000);

  let number = 0;
  const inNats = async () => {
    number += 1;
    await ensureBucket(nats, `TEST_${number}`, 3);
    return createNatsKeyValues(nats, `TEST_${number}`);
  };
  const both = describe.each<[string, () => Promise<KeyValues>, boolean]>([
    ["in JetStream", inNats, program !== null],
    ["in the stand-in of the tests", async () => memoryKeyValues(), true],
  ]);
  const allOf = async (bucket: KeyValues) => {
    const found: KeyValue[] = [];
    for await (const one of bucket.all()) found.push(one);
    return found;
  };

  both("%s", (_, create, isHere) => {
    const shown = test.skipIf(!isHere);

    shown("a value is written only by the holder of its revision", async () => {
      const bucket = await create();
      expect(await bucket.get("login.a")).toBeNull();
      const first = (await bucket.put("login.a", "one", 0)) ?? 0;
      expect(await bucket.put("login.a", "two", 0)).toBeNull();
      const second = (await bucket.put("login.a", "two", first)) ?? 0;
      expect(second).toBeGreaterThan(first);
      expect(await bucket.get("login.a")).toEqual({ key: "login.a", value: "two", revision: second });
    });

    shown("only one of many writers at the same time creates a key", async () => {
      const bucket = await create();
      const attempts = await Promise.all(
        Array.from({ length: 20 }, (_, n) => bucket.put("name.a", `${n}`, 0)),
      );
      expect(attempts.filter((revision) => revision !== null)).toHaveLength(1);
    });

    shown("a key is removed under its revision, exists no more, and can be created again", async () => {
      const bucket = await create();
      const first = (await bucket.put("login.a", "one", 0)) ?? 0;
      const second = (await bucket.put("login.a", "two", first)) ?? 0;
      expect(await bucket.remove("login.a", first)).toBe(false);
      expect(await bucket.get("login.a")).toMatchObject({ value: "two" });
      expect(await bucket.remove("login.a", second)).toBe(true);
      expect(await bucket.remove("login.a", second)).toBe(false);
      expect([await bucket.get("login.a"), await allOf(bucket)]).toEqual([null, []]);
      expect(await bucket.put("login.a", "three", 0)).toBeGreaterThan(second);
    });

    shown("the next value behind a revision is found by a pattern", async () => {
      const bucket = await create();
      await bucket.put("company.1", "a", 0);
      const other = (await bucket.put("login.x", "b", 0)) ?? 0;
      const last = (await bucket.put("company.2", "c", 0)) ?? 0;
      expect(await bucket.next("company.*", 1)).toMatchObject({ key: "company.1" });
      expect(await bucket.next("company.*", other)).toMatchObject({ key: "company.2", revision: last });
      expect(await bucket.next("company.*", last + 1)).toBeNull();
      await bucket.put("company.1", "d", other - 1);
      expect(await bucket.next("company.*", last + 1)).toMatchObject({ key: "company.1", value: "d" });
    });

    shown(
      "all values are listed once, also of several pages",
      async () => {
        const bucket = await create();
        expect(await allOf(bucket)).toEqual([]);
        const names = Array.from({ length: 12_000 }, (_, n) => `login.${n}`);
        for (let from = 0; from < names.length; from += 1000)
          await Promise.all(names.slice(from, from + 1000).map((name) => bucket.put(name, name, 0)));
        const last = await bucket.get("login.11999");
        await bucket.remove("login.11999", last?.revision ?? 0);
        expect((await allOf(bucket)).map(({ key }) => key).toSorted()).toEqual(names.slice(0, -1).toSorted());
      },
      120_000,
    );
  });

  test.skipIf(program === null)(
    "without a majority of the servers every request throws 503, and afterwards they are answered again",
    async () => {
      const bucket = await inNats();
      const revision = (await bucket.put("login.a", "one", 0)) ?? 0;
      await Promise.all([servers.kill(0), servers.kill(1)]);
      const refused = { status: 503, code: "ERR_NOT_DURABLE" };
      await expect(bucket.put("login.a", "two", revision)).rejects.toMatchObject(refused);
      await expect(bucket.remove("login.a", revision)).rejects.toMatchObject(refused);
      await Promise.all([servers.start(0), servers.start(1)]);
      const value = await eventually(
        async () => (await bucket.get("login.a").catch(() => null))?.value,
        "an answer",
        30_000,
      );
      // The refused write may have happened.
      expect(["one", "two"]).toContain(value);
    },
    60_000,
  );
});
