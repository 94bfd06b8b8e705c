import { expect } from "bun:test";
import type { CellCompany } from "#test/helpers/cell-companies.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { type CellsWorld, type Session, signInAs } from "./cells-world.ts";
import { companyFile, rowsOf } from "./compare-files.ts";
import { ownerOf } from "./pair.ts";

/** Pause between two writes of a cell, and of a client after a refused request, ms. */
const PAUSE_MS = 40;
const REFUSED_MS = 100;

/** What clients of all companies of a cell know. */
interface CellBook {
  /** Tags whose creation was answered with 2xx, by company. */
  readonly acknowledged: Map<number, string[]>;
  /** Reasons of refused creations. */
  readonly refused: string[];
  /** Times of acknowledged writes, ms. */
  readonly acknowledgedAt: number[];
}

/** Writes in the companies of each cell in turn, through the proxy, one write at a time per cell, until it is stopped. */
export async function startWriters({ companies, url, pairs }: CellsWorld) {
  const sessions = new Map<CellCompany, Session>();
  // A process knows the cell of a company that was moved two seconds later.
  for (const company of companies)
    sessions.set(
      company,
      await eventually(() => signInAs(url, company.email).catch(() => undefined), "a sign-in"),
    );
  let isStopped = false;
  let next = 0;
  const books = pairs.map((): CellBook => ({ acknowledged: new Map(), refused: [], acknowledgedAt: [] }));

  async function writeIn(cell: number, { acknowledged, refused, acknowledgedAt }: CellBook): Promise<void> {
    const own = companies.filter((company) => company.cell === cell);
    for (let turn = 0; !isStopped; turn += 1) {
      const company = own[turn % own.length] as CellCompany;
      next += 1;
      const name = `etiqueta ${next}`;
      await sessions
        .get(company)
        ?.call("POST", "/tags", { name, color: "#112233" })
        .then(
          () => {
            acknowledged.set(company.id, [...(acknowledged.get(company.id) ?? []), name]);
            acknowledgedAt.push(performance.now());
          },
          async (error: Error) => {
            refused.push(error.message);
            await Bun.sleep(REFUSED_MS);
          },
        );
      await Bun.sleep(PAUSE_MS);
    }
  }
  const running = books.map((book, index) => writeIn(index + 1, book));
  return {
    books,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Checks that the owners' files have every acknowledged tag exactly once. */
export async function checkTags({ companies, pairs }: CellsWorld, books: readonly CellBook[]): Promise<void> {
  const wrong: string[] = [];
  for (const [index, pair] of pairs.entries()) {
    const { directory } = await ownerOf(pair);
    for (const { id } of companies.filter(({ cell }) => cell === index + 1)) {
      const rows = rowsOf<{ name: string }>(directory, companyFile(id), "SELECT name FROM tag");
      const names = rows.map(({ name }) => name);
      const stored = new Set(names);
      if (stored.size !== names.length) wrong.push(`company ${id} has a tag twice`);
      for (const name of books[index]?.acknowledged.get(id) ?? [])
        if (!stored.has(name)) wrong.push(`company ${id} lost ${name}`);
    }
  }
  expect(wrong).toEqual([]);
}

/** The longest time without an acknowledged write since `from`, ms. */
export function longestGap(times: readonly number[], from: number): number {
  const recent = [from, ...times.filter((at) => at >= from).toSorted((a, b) => a - b)];
  return Math.max(0, ...recent.slice(1).map((at, index) => at - (recent[index] ?? at)));
}
