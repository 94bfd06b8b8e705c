import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

// R10 on a real file system of 96 MB that is filled to the last byte. Mounting it needs root.
const SIZE = "96m";
const disk = mkdtempSync(join(tmpdir(), "balcao-disk-"));
const mounted =
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${SIZE},mode=0700`, "tmpfs", disk], {
    stdout: "ignore",
    stderr: "ignore",
  }).exitCode === 0;
const ballast = join(disk, "ballast");

let world: World | undefined;
let connectionId: number;
let customer: Phone;
beforeAll(async () => {
  if (!mounted) return;
  world = await startWorld({ env: { DATA_DIR: join(disk, "data"), DISK_RESERVE_MB: "8" } });
  connectionId = await linkConnection(world);
  await world.server.call("PUT", `/whatsapp/${connectionId}`, { sendIntervalMs: 0 });
  customer = world.network.addPerson({ number: "5511980001000", name: "Cliente" });
}, 60_000);
afterAll(async () => {
  await world?.close();
  if (mounted) Bun.spawnSync(["umount", "-l", disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Fills the disk completely. */
function fill(): void {
  const file = openSync(ballast, "w");
  let size = 1024 * 1024;
  while (size >= 512) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
  closeSync(file);
}

/** Fills the disk until only this many bytes are free. */
function fillTo(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
}

function stored<Row>(sql: string): Row[] {
  const path = join(disk, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

const SKIPPED = mounted ? "" : " (skipped: this user may not mount a file system)";
const MB = 1024 * 1024;
const long = (text: string) => `${text} ${"palavra ".repeat(480)}`;

test.skipIf(!mounted)(
  `on a full disk sends get an error text, reads work and nothing is receipted; all works again once there is space${SKIPPED}`,
  async () => {
    if (!world) throw new Error("no server");
    const { server, network, shop } = world;
    const written = new Map<string, string>();
    const says = async (text: string) => written.set((await customer.send.text(shop, text)).id, text);
    await says("Oi");
    const ticket = await eventually(async () => {
      const { tickets } = await server.call<{ tickets: { id: number }[] }>("GET", "/tickets?status=pending");
      return tickets[0];
    }, "a ticket");
    await server.call("PUT", `/tickets/${ticket.id}`, { status: "open" });

    fill();
    expect(await server.call("GET", "/storage")).toMatchObject({ diskFull: true });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    // Writes that fit into the WAL are still accepted; then the server reports the full disk.
    const accepted: string[] = [];
    let refusal = "";
    for (let n = 0; n < 400 && refusal === ""; n += 1) {
      const body = long(`resposta ${n}`);
      await server
        .call("POST", `/messages/${ticket.id}`, { body, clientMessageId: crypto.randomUUID() })
        .then(
          () => accepted.push(body.trim()),
          (error: Error) => {
            refusal = error.message;
          },
        );
    }
    expect(refusal).toEndWith("507 ERR_STORAGE_FULL");
    expect(await server.call("GET", `/tickets/${ticket.id}`)).toMatchObject({ id: ticket.id });
    expect(await server.call("GET", "/tickets?status=open")).toMatchObject({ tickets: [{ id: ticket.id }] });

    const unsettled = () =>
      network.ledger.of(shop.number).filter(({ settledAt }) => settledAt === null).length;
    for (let n = 0; n < 400 && unsettled() < 3; n += 1) {
      await says(long(`pergunta ${n}`));
      await Bun.sleep(5);
    }
    await Bun.sleep(500);
    expect(unsettled()).toBeGreaterThan(0);
    expect(await server.call("GET", `/tickets/${ticket.id}`)).toMatchObject({ id: ticket.id });

    // Space is available again; no restart is needed.
    rmSync(ballast);
    await eventually(
      async () => (unsettled() === 0 && network.ledger.of(shop.number).length > 0 ? true : undefined),
      "everything receipted",
      60_000,
    );
    await waitConnected(server, connectionId);
    const kept = () =>
      stored<{ id: string; body: string }>("SELECT provider_id AS id, body FROM message WHERE from_me = 0");
    await eventually(async () => (kept().length >= written.size ? true : undefined), "all stored", 30_000);
    expect(new Map(kept().map(({ id, body }) => [id, body.trim()]))).toEqual(
      new Map([...written].map(([id, text]) => [id, text.trim()])),
    );
    expect(kept()).toHaveLength(written.size);
    const body = "Voltamos";
    await server.call("POST", `/messages/${ticket.id}`, { body, clientMessageId: crypto.randomUUID() });
    accepted.push(body);
    const inbox = () =>
      customer.inbox.map(({ content }) =>
        (content.conversation ?? content.extendedTextMessage?.text ?? "").replace(/^\*[^*]+:\*\n/, "").trim(),
      );
    await eventually(async () => (inbox().length >= accepted.length ? true : undefined), "all sent", 30_000);
    // The keys are unchanged: the customer could decrypt every message once, and the number was not linked again.
    expect(inbox().sort()).toEqual(accepted.sort());
    expect(await server.call("GET", "/storage")).toMatchObject({ diskFull: false });
  },
  120_000,
);

test.skipIf(!mounted)(
  `a disk that fills up during a spreadsheet import is reported as full; nothing of the import remains, and the same file is imported once there is space${SKIPPED}`,
  async () => {
    if (!world) throw new Error("no server");
    const { server } = world;
    const people = Array.from({ length: 40_000 }, (_, n) => `Cliente ${n};${5_511_960_000_000 + n}`).join(
      "\n",
    );
    const file = new File([`nome;numero\n${people}`], "clientes.csv");
    const send = () => {
      const form = new FormData();
      form.set("file", file);
      return server.call<{ importId: number }>("POST", "/contacts/import?dryRun=true", form);
    };
    const left = (folder: string) =>
      readdirSync(join(disk, "data", "companies", "1", folder), { recursive: true }) as string[];
    // Space for the reserve, the uploaded file, and half of its extracted rows.
    fillTo(8 * MB + 1.5 * file.size);
    await expect(send()).rejects.toThrow("507 ERR_STORAGE_FULL");
    expect(left("imports")).toEqual([]);
    expect(left(join("media", "incoming"))).toEqual([]);
    rmSync(ballast);
    const { importId } = await send();
    const path = `/contacts/import/${importId}`;
    const done = await eventually(async () => {
      const now = await server.call<{ state: string; created: number }>("GET", path);
      return now.state === "done" ? now : undefined;
    }, "the import looked at");
    expect(done).toMatchObject({ created: 40_000 });
  },
  60_000,
);
