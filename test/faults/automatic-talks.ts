import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import type { ServerProcess } from "#test/helpers/server-process.ts";
import { DIALOGS, type Dialog, GREETING } from "./automatic-company.ts";

/** Maximum number of running conversations at a kill; more would only wait for the server. */
const OPEN = 60;

/** A customer on their phone. */
interface Customer {
  readonly number: string;
  write(text: string): Promise<unknown>;
  /** The texts that arrived, in their order. */
  heard(): readonly string[];
}
interface Talk {
  readonly dialog: Dialog;
  readonly customer: Customer;
  isOver: boolean;
}
interface Place {
  readonly server: ServerProcess;
  readonly addCustomer: (dialog: Dialog, index: number) => Customer;
  /** Texts that a kill lost for good; the customer does not wait for them. */
  readonly lost?: (customer: Customer) => number;
  /** Reports each text when it arrives, before its acceptance is stored. Returns a function that stops this. */
  readonly watchArrivals: (arrived: () => void) => () => void;
  /** Time after which the test fails when no conversation has made progress, ms. */
  readonly patienceMs: number;
}

/** The conversations of a company with customers, each of whom follows a dialog. */
export class Talks {
  readonly all: Talk[] = [];
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  begin(dialog: Dialog): void {
    const customer = this.#place.addCustomer(dialog, this.all.length);
    const talk = { dialog, customer, isOver: false };
    this.all.push(talk);
    void this.#hold(talk);
  }

  /** The customer writes, waits for all answers, and writes again. */
  async #hold(talk: Talk): Promise<void> {
    const { dialog, customer } = talk;
    const { lost = () => 0 } = this.#place;
    await Bun.sleep(Math.random() * 600);
    let answers = 0;
    for (const { writes, gets } of dialog.steps) {
      for (const body of writes) await customer.write(body);
      answers += gets.length;
      while (customer.heard().length + lost(customer) < answers) await Bun.sleep(10);
    }
    talk.isOver = true;
  }

  /** Begins half of the dialogs, kills the server at a random moment or at an arrival, starts it, and waits for most talks. */
  async killAndGoOn(
    kills: number,
    mayBegin: (dialog: Dialog) => boolean,
    atKill: () => void | Promise<void>,
  ): Promise<void> {
    for (const [index, dialog] of DIALOGS.entries()) {
      // Half of the dialogs at a time; the two kinds of kills alternate.
      const isHeld = (index + (kills >> 1)) % 2 === 0;
      if (isHeld && mayBegin(dialog)) this.begin(dialog);
    }
    await this.#kill(kills % 2 === 1);
    await atKill();
    await this.#place.server.start();
    await this.goOn(OPEN);
  }

  async #kill(atArrival: boolean): Promise<void> {
    const { server, watchArrivals } = this.#place;
    if (!atArrival) {
      await Bun.sleep(100 + Math.random() * 700);
      return server.kill();
    }
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    let left = 1 + Math.floor(Math.random() * 12);
    const ignore = watchArrivals(() => {
      left -= 1;
      if (left === 0) void server.kill().then(resolve);
    });
    await Promise.race([killed, Bun.sleep(5000)]);
    ignore();
    await server.kill();
  }

  /** Waits until at most so many conversations are open; an error names some of them and what the server still has to do. */
  async goOn(most: number): Promise<void> {
    const open = () => this.all.filter(({ isOver }) => !isOver);
    const left = () => Math.max(0, open().length - most);
    await noneLeft(left, "conversations that go on", this.#place.patienceMs).catch((error: unknown) => {
      const some = open().slice(0, 8);
      const stuck = some.map(({ dialog, customer }) => [dialog.name, customer.number, customer.heard()]);
      const server = {
        connections: this.stored("SELECT id, status, status_reason FROM connection"),
        outbox: this.stored("SELECT state, held_by, attempts, count(*) AS n FROM outbox GROUP BY 1, 2, 3"),
        inbox: this.stored(
          "SELECT state, reason, attempts, count(*) AS n FROM inbound_event GROUP BY 1, 2, 3",
        ),
        undone: this.undone(),
      };
      throw new Error(`${error}: ${JSON.stringify({ stuck, server })}`);
    });
  }

  /** Reads rows directly from the database file. */
  stored<Row>(sql: string): Row[] {
    const path = join(this.#place.server.directory, "data", "companies", "1", "company.sqlite");
    const db = openDatabase(path, { durability: "full", readonly: true });
    const rows = db.prepare(sql).all() as Row[];
    db.close();
    return rows;
  }
  count(from: string): number {
    return this.stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
  }

  /** Where a kill hit: texts that are decided and not sent, and answers that are not decided. */
  undone() {
    return {
      queued: this.count("outbox WHERE state = 'queued'"),
      sending: this.count("outbox WHERE state = 'sending'"),
      undecided: this.count("inbound_event WHERE state = 'new' AND kind = 'message'"),
      called: this.count("integration_delivery WHERE state IN ('waiting', 'acting') AND is_turn = 1"),
    };
  }

  /** Texts of the ticket of each customer, in the order of the conversation. */
  shown(): ReadonlyMap<string, readonly string[]> {
    const rows = this.stored<{ number: string; body: string }>(
      `SELECT i.value AS number, m.body FROM message m JOIN contact_identity i ON i.contact_id = m.contact_id
       WHERE i.kind = 'pn' AND m.from_me = 1 ORDER BY m.place`,
    );
    const groups = Map.groupBy(rows, ({ number }) => number);
    return new Map([...groups].map(([number, group]) => [number, group.map(({ body }) => body)]));
  }
}

/** The texts that a customer gets, in their order. */
export const expected = ({ steps }: Dialog): string[] => steps.flatMap(({ gets }) => gets);
/** The texts in their order; the greeting last where its place is open. */
export const ordered = ({ greetsAnywhere }: Dialog, texts: readonly string[]): string[] =>
  greetsAnywhere
    ? [...texts.filter((words) => words !== GREETING), ...texts.filter((words) => words === GREETING)]
    : [...texts];
