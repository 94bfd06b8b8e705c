import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { ensureBucket } from "#cluster/log/jetstream/assets.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { SHARED_BUCKET } from "#cluster/log/jetstream/names.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import type { SharedPart } from "#platform/shared-rows.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { createNatsSharedRows } from "./shared-rows.ts";

const program = natsProgram();
const KEY = "a key that only the tests know, 32 long";

describe.skipIf(program === null)("shared rows in NATS", () => {
  let folder: string;
  let servers: NatsServers;
  let nats: Nats;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "balcao-shared-"));
    servers = await startNats(program ?? "", folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
  }, 60_000);
  afterAll(async () => {
    await nats?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);
  beforeEach(async () => {
    const { streams } = await jetstreamManager(nats.connection);
    await streams.delete(`KV_${SHARED_BUCKET}`).catch(() => undefined);
    await ensureBucket(nats, SHARED_BUCKET, 3);
    const leader = async () => (await streams.info(`KV_${SHARED_BUCKET}`)).cluster?.leader || undefined;
    await eventually(leader, "a leader of the new bucket");
  });

  const open = (key = KEY, older: readonly string[] = []) =>
    createNatsSharedRows({ nats, seal: createChunkSeal(key, older) });
  const random = (length: number) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    return bytes;
  };
  const part = (name: string, hash = "1"): SharedPart => ({ name, hash });
  const contentOf = (contents: Readonly<Record<string, Uint8Array>>) => async (of: SharedPart) =>
    contents[of.name];
  const stored = async () => {
    const { streams } = await jetstreamManager(nats.connection);
    const info = await streams.info(`KV_${SHARED_BUCKET}`, { subjects_filter: ">" });
    return Object.keys(info.state.subjects ?? {});
  };

  test("a version with a part larger than a message is read by another cell byte for byte", async () => {
    const picture = random(3_000_000);
    const parts = [part("plan"), part("files/announcements/a.png", "")];
    const contents = { plan: Buffer.from("rows"), "files/announcements/a.png": picture };
    const home = open();
    expect(await home.newest()).toBeNull();
    expect(await home.upload(parts, contentOf(contents))).toBe(true);
    const entry = await home.announce({ revision: 7, parts }, null);
    const other = open();
    expect(await other.newest()).toEqual({ revision: 7, parts, entry: entry as number });
    expect(String(await other.load(part("plan")))).toBe("rows");
    const read = await other.load(part("files/announcements/a.png", ""));
    expect(read && Buffer.compare(read, picture)).toBe(0);
    expect(await other.load(part("help"))).toBeUndefined();
  }, 30_000);

  test("nothing that is stored reveals names, hashes or content, and other bytes are refused", async () => {
    const home = open();
    const parts = [part("installation_setting", "abc")];
    await home.upload(parts, contentOf({ installation_setting: Buffer.from("smtp://user:password") }));
    await home.announce({ revision: 1, parts }, null);
    const { streams } = await jetstreamManager(nats.connection);
    for (const subject of await stored()) {
      expect(subject).not.toContain("installation_setting");
      const message = await streams.getMessage(`KV_${SHARED_BUCKET}`, { last_by_subj: subject });
      const text = Buffer.from(message?.data ?? []).toString("latin1");
      for (const word of ["installation_setting", "abc", "password"]) expect(text).not.toContain(word);
    }
    await expect(open("another key of another installation").newest()).rejects.toThrow(
      "another installation key",
    );
    const [chunk = ""] = (await stored()).filter((subject) => subject.includes(".part."));
    await nats.ask(chunk, "forged bytes that nobody sealed with the key", { timeoutMs: 2000 });
    const other = open();
    await other.newest();
    await expect(other.load(part("installation_setting", "abc"))).rejects.toThrow();
  }, 30_000);

  test("of two owners that announce a version after the same one, one is refused", async () => {
    const [first, second] = [open(), open()];
    const parts = [part("plan")];
    for (const owner of [first, second]) await owner.upload(parts, contentOf({ plan: Buffer.from("rows") }));
    expect(await first.announce({ revision: 1, parts }, null)).toBeNumber();
    expect(await second.announce({ revision: 2, parts }, null)).toBe("refused");
    const newest = await second.newest();
    expect(await second.announce({ revision: 2, parts }, newest?.entry ?? null)).toBeNumber();
    expect((await first.newest())?.revision).toBe(2);
  });

  test("only parts that are not stored are sent, also what the servers lost; others are removed", async () => {
    const home = open();
    const sent: string[] = [];
    const content = async ({ name, hash }: SharedPart) => {
      sent.push(`${name} ${hash}`);
      return random(1_700_000);
    };
    await home.upload([part("plan"), part("help")], content);
    await home.upload([part("plan", "2"), part("help")], content);
    expect(sent).toEqual(["plan 1", "help 1", "plan 2"]);
    const chunks = await stored();
    expect(chunks).toHaveLength(9);
    await home.prune([part("plan", "2"), part("help")]);
    expect(await stored()).toHaveLength(6);
    const { streams } = await jetstreamManager(nats.connection);
    const [lost = ""] = (await stored()).slice(-1);
    await streams.purge(`KV_${SHARED_BUCKET}`, { filter: lost });
    expect(await open().upload([part("plan", "2"), part("help")], content)).toBe(true);
    expect(sent).toHaveLength(4);
    expect(await stored()).toHaveLength(6);
  }, 30_000);

  test("a version is published again under a new installation key, and read with it alone", async () => {
    const parts = [part("plan")];
    const content = contentOf({ plan: Buffer.from("rows") });
    const before = open();
    await before.upload(parts, content);
    await before.announce({ revision: 1, parts }, null);
    const rotated = open("the next key of this installation", [KEY]);
    const newest = await rotated.newest();
    expect(await rotated.upload(parts, content)).toBe(true);
    await rotated.announce({ revision: 2, parts }, newest?.entry ?? null);
    await rotated.prune(parts);
    const other = open("the next key of this installation");
    expect((await other.newest())?.revision).toBe(2);
    expect(String(await other.load(part("plan")))).toBe("rows");
    expect(await stored()).toHaveLength(2);
  });

  test("without a majority of the servers nothing is answered or stored, and no call hangs or throws", async () => {
    const parts = [part("plan")];
    const content = contentOf({ plan: Buffer.from("rows") });
    const home = open();
    await home.upload(parts, content);
    const entry = (await home.announce({ revision: 1, parts }, null)) as number;
    await servers.kill(1);
    await servers.kill(2);
    const started = performance.now();
    expect(await home.announce({ revision: 2, parts }, entry)).toBe("unknown");
    expect(await home.upload([part("plan", "2")], content)).toBe(false);
    await home.prune([]);
    expect(performance.now() - started).toBeLessThan(20_000);
    await servers.start(1);
    await servers.start(2);
    const back = await eventually(
      async () => (await open().newest()) ?? undefined,
      "the servers answer",
      60_000,
    );
    expect([1, 2]).toContain(back.revision);
  }, 120_000);
});
