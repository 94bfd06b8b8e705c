import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { one, run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";

/** Kills: 3 in the ordinary run, 100 in the long one (`FAULT_KILLS=100`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 3);
const TEXTS_PER_KILL = 12;
const CHILD = join(import.meta.dir, "bundle-child.ts");

let directory: string;
let place: PagesApp;
let office: OfficialOffice;
let ticketId: number;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "balcao-bundles-"));
  place = await startPagesApp({ directory });
  office = await officialOffice(place);
  office.customer().writes("Oi");
  await quiet(place.graph);
  ticketId = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  run(
    office.tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?",
    office.ana.actor.id,
    ticketId,
  );
  run(office.tenant.db, "DELETE FROM message WHERE from_me = 1");
  run(office.tenant.db, "UPDATE connection SET bundle_for = 'automatic', bundle_seconds = 1");
});
afterAll(async () => {
  await place.stop();
  rmSync(directory, { recursive: true, force: true });
});

function stored<Row>(sql: string): Row[] {
  const path = join(directory, "companies", String(office.tenant.id), "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const arrived = (): string[] =>
  cloudOf(place.graph.book).sent.flatMap(({ number, body }) => {
    const text = (body["text"] as { body?: string } | undefined)?.body ?? "";
    return number === office.number ? text.split("\n\n").filter((part) => /^T\d+$/.test(part)) : [];
  });

test(
  `a server that is killed ${KILLS} times while it joins texts sends each text at most once, in order, and loses none silently`,
  async () => {
    const began = place.app.clock.now();
    await place.app.stop({ directory: true });
    const limit = (KILLS + 1) * TEXTS_PER_KILL;
    let passed = 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const from = Date.now();
      const args = [directory, place.graph.url, String(began + passed), String(office.tenant.id)];
      const child = Bun.spawn(["bun", CHILD, ...args, String(ticketId), String(limit)], {
        ...{ stdout: "pipe", stderr: "inherit" },
      });
      const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
      place.graph.webhook = `${value?.trim()}/webhooks/meta`;
      if (kill < KILLS) await Bun.sleep(500 + Math.random() * 1500);
      else
        await eventually(
          async () =>
            stored<{ n: number }>(
              `SELECT (SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending', 'bundled'))
               + ${limit} - (SELECT count(*) FROM message WHERE from_me = 1) AS n`,
            )[0]?.n === 0
              ? true
              : undefined,
          "all texts sent or failed",
          90_000,
        );
      child.kill("SIGKILL");
      await child.exited;
      passed += Date.now() - from + 1000;
    }
    const numbers = arrived().map((text) => Number(text.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    const failed = stored<{ body: string }>(
      "SELECT body FROM message WHERE from_me = 1 AND send_state = 'failed'",
    );
    const all = new Set([...numbers, ...failed.map(({ body }) => Number(body.slice(1)))]);
    expect(all.size).toBe(limit);
    expect(cloudOf(place.graph.book).sent.length).toBeLessThan(limit / 2);
    expect(failed.length).toBeLessThanOrEqual(KILLS * TEXTS_PER_KILL * 3);
  },
  150_000 + KILLS * 15_000,
);
