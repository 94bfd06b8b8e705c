import { batch, signal } from "@preact/signals-react";
import type { ColumnRole, ImportAnswer, ImportSummary } from "#contact-imports/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { socket as pageSocket } from "#web/lib/live.ts";
import type { LiveSocket } from "#web/lib/socket.ts";
import { type ImportCalls, importCalls } from "./import-api.ts";

/** Where somebody is in the dialog. */
export type Step = "file" | "working" | "check" | "run" | "report";
/** What is looked at before it begins. */
export interface Look {
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  /** Null while no column is the number. */
  readonly result: ImportAnswer | null;
}

/** A look is asked for again this long after its last event, should one be lost, ms. */
const ASK_AGAIN_MS = 1000;
/** After a column was given another meaning, ms. */
const LOOK_DELAY_MS = 400;
const BUSY: readonly string[] = ["reading", "running"];

/** Imports of contacts: the dialog's steps, and the one that runs, whoever began it. */
export class ContactImports {
  readonly #calls: ImportCalls;
  /** Null = into the contacts, else into this list. */
  readonly contactListId = signal<number | null>(null);
  readonly isShown = signal(false);
  readonly step = signal<Step>("file");
  /** Share of the file sent, null = being read. */
  readonly sent = signal<number | null>(null);
  readonly look = signal<Look | null>(null);
  readonly isLooking = signal(false);
  readonly fillsCountry = signal(true);
  readonly error = signal<ApiError | null>(null);
  /** The import of the company that is being worked off. */
  readonly running = signal<ImportSummary | null>(null);
  readonly report = signal<ImportAnswer | null>(null);
  #file: File | null = null;
  #followed: number | null = null;
  #turn = 0;
  /** The server takes one import at a time: the next call waits for the end of the one before. */
  #last: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: ImportCalls = importCalls) {
    this.#calls = calls;
  }

  /** Follows what runs into the contacts, or a list, while its page is open. Answers how to stop. */
  open(socket: LiveSocket = pageSocket, contactListId: number | null = null): () => void {
    this.contactListId.value = contactListId;
    void this.#findRunning();
    const stops = [
      socket.on("contactImport", (event) => this.#heard(event)),
      socket.onResync(() => void this.#findRunning()),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#turn += 1;
      this.isShown.value = false;
      this.running.value = null;
    };
  }

  /** Opens the dialog where there is something to see: what runs, else the choice of a file. */
  show(): void {
    const running = this.running.peek();
    this.isShown.value = true;
    if (running) this.#follow(running);
    else this.again();
  }

  showPhone(): void {
    this.show();
    if (!this.running.peek()) void this.choose(null);
  }

  /** The result of an import that has ended, from its notice. */
  async showReport(importId: number): Promise<void> {
    const report = await this.#calls.get(importId);
    batch(() => {
      this.isShown.value = true;
      if (BUSY.includes(report.state)) this.#follow(report);
      else {
        this.report.value = report;
        this.step.value = "report";
      }
    });
  }

  close(): void {
    this.#turn += 1;
    this.isShown.value = false;
  }

  /** Back to the choice of a file. */
  again(): void {
    this.#turn += 1;
    batch(() => {
      this.step.value = "file";
      this.error.value = null;
      this.look.value = null;
      this.report.value = null;
    });
  }

  /** A file, or null for the phone book: looks at it without writing. */
  async choose(file: File | null): Promise<void> {
    this.#file = file;
    batch(() => {
      this.error.value = null;
      this.look.value = null;
      this.step.value = "working";
      this.sent.value = file ? 0 : null;
    });
    await this.#lookAgain(null);
  }

  /** Gives a column another meaning; a meaning there is once leaves the column that had it. */
  setRole(at: number, role: ColumnRole): void {
    const look = this.look.peek();
    if (!look) return;
    const isOnce = role === "name" || role === "number" || role === "email";
    const mapping = look.mapping.map((other, index): ColumnRole => {
      if (index === at) return role;
      return isOnce && other === role ? this.#rest : other;
    });
    this.look.value = { ...look, mapping };
    this.#lookLater();
  }

  setFillsCountry(fills: boolean): void {
    this.fillsCountry.value = fills;
    this.#lookLater();
  }

  /** Imports what was looked at. */
  async start(): Promise<void> {
    const look = this.look.peek();
    if (!look) return;
    const turn = this.#next();
    batch(() => {
      this.step.value = "working";
      this.sent.value = this.#file ? 0 : null;
    });
    await this.#inTurn(turn, async () => {
      const { importId } = await this.#begin(false, look.mapping);
      const begun = await this.#calls.get(importId);
      if (turn === this.#turn) this.#follow(begun);
      else if (BUSY.includes(begun.state)) this.running.value = begun;
    });
  }

  /** Stops what runs; what came in stays. */
  async stop(): Promise<void> {
    const running = this.running.peek();
    if (running) await this.#calls.cancel(running.id);
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.isLooking.value = true;
    this.#timer = setTimeout(() => void this.#lookAgain(this.look.peek()?.mapping ?? null), LOOK_DELAY_MS);
  }

  async #lookAgain(mapping: readonly ColumnRole[] | null): Promise<void> {
    const turn = this.#next();
    if (mapping && !mapping.includes("number")) {
      const look = this.look.peek();
      if (look) this.look.value = { ...look, result: null };
      this.isLooking.value = false;
      return;
    }
    this.isLooking.value = true;
    await this.#inTurn(turn, async () => {
      const { importId } = await this.#begin(true, mapping);
      const result = await this.#ended(importId, turn);
      if (!result || turn !== this.#turn) return;
      batch(() => {
        this.look.value = { columns: result.columns, mapping: result.mapping, result };
        this.error.value = null;
        this.step.value = "check";
        this.isLooking.value = false;
      });
    });
  }

  /** Does something once what was asked before has ended, unless something newer was asked meanwhile. */
  #inTurn(turn: number, work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (turn !== this.#turn) return;
      try {
        await work();
      } catch (error) {
        if (turn === this.#turn) this.#refused(error);
      }
    });
    return this.#last;
  }

  #begin(dryRun: boolean, mapping: readonly ColumnRole[] | null): Promise<{ importId: number }> {
    return this.#calls.begin({
      file: this.#file,
      dryRun,
      mapping,
      countryCode: this.fillsCountry.peek() ? "55" : "",
      contactListId: this.contactListId.peek(),
      onProgress: (share) => {
        this.sent.value = share < 1 ? share : null;
      },
    });
  }

  async #ended(importId: number, turn: number): Promise<ImportAnswer | null> {
    while (turn === this.#turn) {
      const answer = await this.#calls.get(importId);
      if (!BUSY.includes(answer.state)) return answer;
      await new Promise((next) => setTimeout(next, ASK_AGAIN_MS / 2));
    }
    // Nobody waits for it any more.
    await this.#calls.cancel(importId).catch(() => undefined);
    return null;
  }

  /** What a column is that nobody named: people of lists have nothing beside name, number and e-mail. */
  get #rest(): ColumnRole {
    return this.contactListId.peek() === null ? "extra" : "ignore";
  }

  #next(): number {
    this.#turn += 1;
    return this.#turn;
  }

  #refused(error: unknown): void {
    const refusal = error instanceof ApiError ? error : new ApiError(0, "");
    const columns = refusal.details["columns"];
    batch(() => {
      this.isLooking.value = false;
      if (refusal.code === "ERR_IMPORT_COLUMNS" && Array.isArray(columns)) {
        const names = columns.map(String);
        this.look.value = { columns: names, mapping: names.map(() => this.#rest), result: null };
        this.step.value = "check";
        return;
      }
      this.error.value = refusal;
      this.step.value = "file";
    });
  }

  #follow(summary: ImportSummary): void {
    this.#followed = summary.id;
    batch(() => {
      this.running.value = BUSY.includes(summary.state) ? summary : null;
      this.step.value = "run";
    });
    if (!BUSY.includes(summary.state)) void this.#finish(summary.id);
  }

  #heard(event: EventData): void {
    const record = event["record"] as ImportSummary | undefined;
    if (event.action !== "update" || !record || record.dryRun) return;
    if (record.contactListId !== this.contactListId.peek()) return;
    if (BUSY.includes(record.state)) {
      this.running.value = record;
      return;
    }
    this.running.value = null;
    if (this.#followed === record.id && this.step.peek() === "run") void this.#finish(record.id);
  }

  async #finish(importId: number): Promise<void> {
    const report = await this.#calls.get(importId).catch(() => null);
    batch(() => {
      this.report.value = report;
      this.step.value = report ? "report" : "file";
    });
  }

  async #findRunning(): Promise<void> {
    const latest = await this.#calls.list(this.contactListId.peek()).catch(() => []);
    const running = latest.find(({ state }) => BUSY.includes(state)) ?? null;
    this.running.value = running;
    // It may have ended while nobody listened.
    if (!running && this.#followed !== null && this.step.peek() === "run") void this.#finish(this.#followed);
  }
}

/** The imports of this page. */
export const contactImports = new ContactImports();
