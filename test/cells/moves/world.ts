import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIntake, ProviderPort, startSessionsOf } from "#channels/connections/index.ts";
import { beginMove } from "#operations/moves/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { isMoving } from "#tenants/moving/machine.ts";
import { lastMove, type Move } from "#tenants/moving/rows.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type CellOffice, cellOffice } from "#test/cells/office.ts";
import { startTestCells, type TestCells, type TestCellsOptions } from "#test/helpers/cells.ts";
import { scriptedProvider } from "#test/helpers/provider.ts";

/** Cells whose WhatsApp is scripted. A session may be opened only while no other process has it open. */
export interface MovesWorld {
  readonly cells: TestCells;
  /** `<company>:<connection>` of open sessions, with the cell of their process. */
  readonly open: Map<string, number>;
  /** Sessions that were opened while another process had them open. */
  readonly doubled: string[];
  /** An office whose session is open. */
  office(cell: number): Promise<CellOffice>;
}

export async function startWorld(options: TestCellsOptions = {}): Promise<MovesWorld> {
  const open = new Map<string, number>();
  const doubled: string[] = [];
  const living = new Map<number, object>();
  const cells = await startTestCells(2, {
    env: { RATE_LIMITS: "off" },
    ...options,
    plug: (cell) => (installation) => {
      const provider = scriptedProvider();
      // A killed process has no sockets, although its timers go on in this process.
      living.set(cell, installation);
      const isAlive = () => living.get(cell) === installation;
      for (const [name, of] of open) if (of === cell) open.delete(name);
      const nameOf = (key: { companyId: number; connectionId: number }) =>
        `${key.companyId}:${key.connectionId}`;
      installation.ports.plug(ProviderPort, {
        ...provider,
        hasCredentials: async (directory) => existsSync(join(directory, "linked")),
        async start(key, start) {
          const name = nameOf(key);
          if (!isAlive()) return;
          if (open.has(name)) doubled.push(`${name} in cell ${open.get(name)} and ${cell}`);
          open.set(name, cell);
          await provider.start(key, start);
        },
        async stop(key) {
          if (isAlive() && open.get(nameOf(key)) === cell) open.delete(nameOf(key));
        },
      });
      provider.attach(createIntake(installation));
    },
  });
  cells.of(1).company("Provedor");
  return {
    cells,
    open,
    doubled,
    async office(cell) {
      const office = cellOffice(cells, cell);
      link(office);
      void startSessionsOf(office.tenant);
      while (!open.has(`${office.tenant.id}:${office.connectionId}`)) await Bun.sleep(1);
      run(office.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
      return office;
    },
  };
}

/** Gives the connection of an office the files of a linked session. */
function link(office: CellOffice): void {
  const directory = join(office.tenant.directory, "sessions", String(office.connectionId));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "linked"), "");
  run(
    office.tenant.installation.system,
    "INSERT INTO scheduled_wakeup (company_id, job, at) VALUES (?, 'sessions', 1) ON CONFLICT DO NOTHING",
    office.tenant.id,
  );
}

export const move = ({ cells }: MovesWorld, from: number, companyId: number, to: number): Move =>
  beginMove(cells.of(from).installation, { companyId, toCell: to, command: "test" });

/** The move when it has ended in the source. */
export async function ended({ cells }: MovesWorld, from: number, companyId: number): Promise<Move> {
  for (let waited = 0; waited < 15_000; waited += 10) {
    const last = lastMove(cells.of(from).installation.system, companyId);
    if (last && !isMoving(last.state)) return last;
    await Bun.sleep(10);
  }
  throw new Error("the move did not end");
}

/** Everything a company has, to compare it before and after a move. */
export interface Contents {
  readonly messages: readonly string[];
  readonly system: Readonly<Record<string, number>>;
}

export function contentsOf({ db, id, installation }: Tenant): Contents {
  const count = (table: string, where = "company_id = ?") =>
    one<{ n: number }>(installation.system, `SELECT count(*) AS n FROM ${table} WHERE ${where}`, id)?.n ?? 0;
  return {
    messages: all<{ body: string }>(db, "SELECT body FROM message ORDER BY id").map(({ body }) => body),
    system: {
      company: count("company", "id = ?"),
      login: count("login"),
      wakeUps: Math.min(1, count("scheduled_wakeup")),
      keys: count("api_key_owner"),
      tokens: count("connection_token"),
      invoices: count("invoice"),
    },
  };
}

/** Cells that serve the company: exactly one, that of the directory. */
export const cellsWith = ({ cells }: MovesWorld, companyId: number): readonly number[] =>
  [1, 2].filter((cell) => cells.of(cell).installation.tenants.exists(companyId));
