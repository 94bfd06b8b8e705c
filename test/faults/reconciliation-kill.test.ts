import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Kills: 6 in the ordinary run, `FAULT_KILLS=200` in the long one. */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 6);
/** More than kills, so that nearly every kill hits a comparison. */
const CHATS = Math.max(8, Math.round(KILLS * 1.3));
const CHILD = join(import.meta.dir, "reconciliation-child.ts");

let network: Network;
let shop: Phone;
let directory: string;
const began = Date.now();

beforeAll(async () => {
  network = await startNetwork();
  shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
  directory = mkdtempSync(join(tmpdir(), "balcao-reconciliation-"));
});
afterAll(async () => {
  await network.stop();
  rmSync(directory, { recursive: true, force: true });
});

function start(mode: "link" | "run") {
  const args = [directory, network.url, network.rootKey, String(began), mode];
  const child = Bun.spawn(["bun", CHILD, ...args], { stdout: "pipe", stderr: "inherit" });
  const words = new Map<string, string>();
  void (async () => {
    let rest = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) words.set(line.split(" ")[0] ?? "", line.slice(line.indexOf(" ") + 1));
    }
  })();
  return {
    async said(word: string, withinMs = 120_000): Promise<string> {
      for (const end = Date.now() + withinMs; Date.now() < end; await Bun.sleep(10)) {
        const text = words.get(word);
        if (text !== undefined) return text;
      }
      throw new Error(`the server did not report: ${word}`);
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function rows<Row>(sql: string): Row[] {
  const path = join(directory, "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full" });
  const result = db.prepare(sql).all() as Row[];
  db.close();
  return result;
}
const count = (sql: string): number => rows<{ n: number }>(sql)[0]?.n ?? 0;

test(
  "a comparison that is killed repeatedly finds every lost message once, and continues with the next chat",
  async () => {
    const first = start("link");
    await shop.scan(await first.said("qr"));
    await first.said("connected");
    const people = Array.from({ length: CHATS }, (_, n) =>
      network.addPerson({ number: `551197100${String(1000 + n)}`, name: `Cliente ${n}` }),
    );
    const at = began - 3_600_000;
    for (const [index, person] of people.entries()) {
      await person.send.text(shop, `first ${index}`, { at: at + index * 10_000 });
      network.faults.add({ kind: "swallow", number: shop.number, times: 5 });
      for (let n = 0; n < 5; n += 1)
        await person.send.text(shop, `lost ${index}.${n}`, { at: at + index * 10_000 + (n + 1) * 1000 });
      await person.send.text(shop, `last ${index}`, { at: at + index * 10_000 + 7000 });
    }
    while (count("SELECT count(*) AS n FROM message") < CHATS * 2) await Bun.sleep(50);
    await first.kill();
    rows("UPDATE connection SET linked_at = 1 RETURNING id");

    let duringRun = 0;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const server = start("run");
      await server.said("connected");
      await Bun.sleep(30 + Math.random() * 500);
      await server.kill();
      duringRun += count(
        "SELECT count(*) AS n FROM reconciliation_run WHERE state IN ('waiting', 'running')",
      );
    }
    expect(duringRun).toBeGreaterThan(KILLS / 2);
    const last = start("run");
    await last.said("done", 600_000);
    await last.kill();
    if (KILLS > 20) console.log(`${duringRun} of ${KILLS} kills during the comparison of ${CHATS} chats`);
    for (const [index, person] of people.entries()) {
      const bodies = rows<{ body: string }>(
        `SELECT m.body FROM message m JOIN contact_identity i ON i.contact_id = m.contact_id AND i.kind = 'pn'
         WHERE i.value = '${person.number}' ORDER BY m.place`,
      ).map(({ body }) => body);
      const lost = Array.from({ length: 5 }, (_, n) => `lost ${index}.${n}`);
      expect(bodies).toEqual([`first ${index}`, ...lost, `last ${index}`]);
    }
    expect(count("SELECT count(*) AS n FROM message_gap WHERE state = 'filled'")).toBe(CHATS * 5);
    expect(count("SELECT count(*) AS n FROM reconciliation_run")).toBe(1);
    // At most one chat per kill is requested again.
    expect(shop.historyRequests).toBeLessThanOrEqual(CHATS + KILLS);
  },
  700_000 + KILLS * 15_000,
);
