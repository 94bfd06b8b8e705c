import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

/**
 * docs/rules/cells.md#move, with two cells over NATS: in turn the owner of the source and of the target is killed during a move. Only
 * with `FAULT_KILLS`.
 */

const program = natsProgram();
const LIMIT_MS = 600_000;
const KILLS = Number(process.env["FAULT_KILLS"] ?? 0);
/** A kill comes at a random moment of this time after the move has begun, ms. */
const WITHIN_MS = 400;
const END_MS = 60_000;
/** The owner of a cell notices a new cell within 6 s. */
const NOTICED_MS = 7000;
const ADMIN = { email: "aurora@example.com", password: "correct horse" };
const JSON_BODY = { "content-type": "application/json" };

describe.skipIf(program === null || KILLS === 0)("a move between two cells whose owners are killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-move-kill-"));
  let nats: NatsServers;
  let nodes: readonly [NodeProcess, NodeProcess];
  beforeAll(async () => {
    nats = await startNats(program ?? "", folder);
    const node = (cell: number) =>
      new NodeProcess({
        name: `n${cell}`,
        folder: join(folder, `n${cell}`),
        natsUrls: nats.urls,
        env: {
          CLUSTER_CELL: String(cell),
          CLUSTER_URL: `https://127.0.0.1:${freePort()}`,
          ...(cell > 1 && { SUPER_EMAIL: "", SUPER_PASSWORD: "" }),
        },
      });
    nodes = [node(1), node(2)];
    for (const one of nodes) {
      await one.command("cluster", "init");
      one.start();
    }
    for (const one of nodes) await ownerOf([one]);
    await Bun.sleep(NOTICED_MS);
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
  });

  const post = (url: string, path: string, body: unknown, token?: string) =>
    fetch(`${url}/api${path}`, {
      method: "POST",
      headers: { ...JSON_BODY, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
  const numberIn = ({ directory }: NodeProcess, sql: string): number => {
    const system = openDatabase(join(directory, "system.sqlite"), { durability: "normal", readonly: true });
    try {
      return Number(system.prepare(sql).pluck().get());
    } finally {
      system.close();
    }
  };

  test(
    "the company is in one cell with everything that was acknowledged, and the move has ended",
    async () => {
      const superToken = await signIn(nodes[0]);
      const plan = await post(
        nodes[0].url,
        "/plans",
        { name: "Cheio", users: 9, connections: 9, queues: 9 },
        superToken,
      );
      const { id: planId } = (await plan.json()) as { id: number };
      const company = { name: "Padaria Aurora", ...ADMIN, planId, dueDate: "2099-01-01" };
      const created = await post(nodes[0].url, "/companies?cell=1", company, superToken);
      const { id } = (await created.json()) as { id: number };
      const token = await eventually(async () => {
        const answer = await post(nodes[0].url, "/auth/login", ADMIN).catch(() => null);
        return answer?.ok ? ((await answer.json()) as { token: string }).token : undefined;
      }, "a sign-in");

      const acknowledged: string[] = [];
      let isOver = false;
      // A name can be given once: a repeated request that finds it was stored before.
      const writer = async () => {
        for (let n = 0; !isOver; n += 1) {
          const answer = await post(
            nodes[n % 2]?.url ?? "",
            "/tags",
            { name: `tag ${n}`, color: "#112233" },
            token,
          )
            .then(({ status }) => status)
            .catch(() => 0);
          if (answer === 200 || answer === 201) acknowledged.push(`tag ${n}`);
          await Bun.sleep(30);
        }
      };
      const load = writer();
      const rows = `SELECT count(*) FROM company WHERE id = ${id}`;
      const open = "SELECT count(*) FROM company_move WHERE state NOT IN ('done', 'failed')";
      const cellsWith = () => nodes.filter((node) => numberIn(node, rows) > 0);
      const outcomes: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const [from] = cellsWith();
        if (!from) throw new Error("no cell has the company");
        const to = from === nodes[0] ? nodes[1] : nodes[0];
        const target = to === nodes[0] ? "1" : "2";
        const command = from.attempt("cluster", "move", "--company", String(id), "--to", target);
        await eventually(
          async () => numberIn(from, open) > 0 || undefined,
          "the beginning of the move",
          END_MS,
        );
        const afterMs = Math.round(Math.random() * WITHIN_MS);
        await Bun.sleep(afterMs);
        const victim = kill % 2 === 0 ? from : to;
        victim.signal("SIGKILL");
        const isInside = numberIn(from, open) > 0;
        await ownerOf([nodes[0]]);
        await ownerOf([nodes[1]]);
        await eventually(
          async () =>
            (nodes.every((node) => numberIn(node, open) === 0) && cellsWith().length === 1) || undefined,
          "the end of the move",
          END_MS,
        );
        const [cell] = cellsWith();
        outcomes.push(
          `${victim === from ? "source" : "target"} after ${afterMs} ms${isInside ? "" : ", when it was over"}: ${cell === to ? "moved" : "stayed"}`,
        );
        const isThere = (node: NodeProcess) => existsSync(join(node.directory, "companies", String(id)));
        await eventually(
          async () => nodes.filter(isThere).length === 1 || undefined,
          "one folder of the company",
          END_MS,
        );
        await command;
      }
      isOver = true;
      await load;
      console.log(outcomes.join("\n"));
      // Otherwise the kills come too late to show anything.
      expect(outcomes.filter((outcome) => !outcome.includes("over")).length * 2).toBeGreaterThan(KILLS);
      const stored = await eventually(
        async () => {
          const lists = await Promise.all(
            nodes.map(async ({ url }) => {
              const answer = await fetch(`${url}/api/tags/list`, {
                headers: { authorization: `Bearer ${token}` },
              });
              return answer.ok
                ? ((await answer.json()) as { name: string }[]).map(({ name }) => name)
                : undefined;
            }),
          );
          return lists.every((list) => list !== undefined) ? lists : undefined;
        },
        "the tags through both processes",
        END_MS,
      );
      expect(acknowledged.length).toBeGreaterThan(20);
      for (const list of stored) {
        expect(acknowledged.filter((name) => !list?.includes(name))).toEqual([]);
        expect(new Set(list).size).toBe(list?.length ?? 0);
      }
    },
    LIMIT_MS,
  );
});
