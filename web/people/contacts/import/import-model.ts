import { batch, signal } from "@preact/signals-react";
import type { ColumnRole, ImportAnswer } from "#outreach/contact-imports/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as pageSocket } from "#web/lib/socket/socket-instance.ts";
import { FollowedImport } from "./followed-import.ts";
import { type ImportCalls, importCalls } from "./import-api.ts";
import { isBusy, type Look, type Step } from "./import-step.ts";
import { Turns } from "./turns.ts";

/** Delay after the last event until a preview is polled, in case an event was lost, ms. */
const ASK_AGAIN_MS = 1000;
/** Delay of a new preview after the meaning of a column changed, ms. */
const LOOK_DELAY_MS = 400;

/** Imports of contacts: the steps of the dialog, and the company's running import. */
export class ContactImports {
  readonly #calls: ImportCalls;
  /** Null = import as contacts, else into this contact list. */
  readonly contactListId = signal<number | null>(null);
  readonly isShown = signal(false);
  readonly step = signal<Step>("file");
  /** Uploaded fraction of the file, 0 to 1; null while the server reads it. */
  readonly sent = signal<number | null>(null);
  readonly look = signal<Look | null>(null);
  readonly isLooking = signal(false);
  readonly fillsCountry = signal(true);
  readonly error = signal<ApiError | null>(null);
  readonly running: FollowedImport["running"];
  readonly report: FollowedImport["report"];
  readonly #followed: FollowedImport;
  readonly #turns = new Turns();
  #file: File | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: ImportCalls = importCalls) {
    this.#calls = calls;
    this.#followed = new FollowedImport(calls, this);
    this.running = this.#followed.running;
    this.report = this.#followed.report;
  }

  /** Follows imports of contacts, or of one list, while its page is open. Returns a function that stops it. */
  open(socket: LiveSocket = pageSocket, contactListId: number | null = null): () => void {
    this.contactListId.value = contactListId;
    void this.#followed.find();
    const stops = [
      socket.on("contactImport", (event) => this.#followed.heard(event)),
      socket.onResync(() => void this.#followed.find()),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#turns.next();
      this.isShown.value = false;
      this.running.value = null;
    };
  }

  /** Opens the dialog: with the running import, else with the file step. */
  show(): void {
    const running = this.running.peek();
    this.isShown.value = true;
    if (running) this.#followed.follow(running);
    else this.again();
  }

  showPhone(): void {
    this.show();
    if (!this.running.peek()) void this.choose(null);
  }

  /** Opens the result of a finished import from its notice. */
  async showReport(importId: number): Promise<void> {
    const report = await this.#calls.get(importId);
    batch(() => {
      this.isShown.value = true;
      if (isBusy(report)) this.#followed.follow(report);
      else {
        this.report.value = report;
        this.step.value = "report";
      }
    });
  }

  close(): void {
    this.#turns.next();
    this.isShown.value = false;
  }

  /** Returns to the file step. */
  again(): void {
    this.#turns.next();
    batch(() => {
      this.step.value = "file";
      this.error.value = null;
      this.look.value = null;
      this.report.value = null;
    });
  }

  /** Previews a file, or the phone book (null), without changing contacts. */
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

  /** Changes the meaning of a column; a meaning that only one column can have is removed from the previous one. */
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

  /** Imports the previewed file. */
  async start(): Promise<void> {
    const look = this.look.peek();
    if (!look) return;
    const turn = this.#turns.next();
    batch(() => {
      this.step.value = "working";
      this.sent.value = this.#file ? 0 : null;
    });
    await this.#inTurn(turn, async () => {
      const { importId } = await this.#begin(false, look.mapping);
      const begun = await this.#calls.get(importId);
      if (this.#turns.isLatest(turn)) this.#followed.follow(begun);
      else if (isBusy(begun)) this.running.value = begun;
    });
  }

  /** Cancels the running import; contacts already imported remain. */
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
    const turn = this.#turns.next();
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
      if (!result || !this.#turns.isLatest(turn)) return;
      batch(() => {
        this.look.value = { columns: result.columns, mapping: result.mapping, result };
        this.error.value = null;
        this.step.value = "check";
        this.isLooking.value = false;
      });
    });
  }

  #inTurn(turn: number, work: () => Promise<void>): Promise<void> {
    return this.#turns.take(turn, work, (error) => this.#refused(error));
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
    while (this.#turns.isLatest(turn)) {
      const answer = await this.#calls.get(importId);
      if (!isBusy(answer)) return answer;
      await new Promise((next) => setTimeout(next, ASK_AGAIN_MS / 2));
    }
    // Ignore the error: the result is no longer needed.
    await this.#calls.cancel(importId).catch(() => undefined);
    return null;
  }

  /** Meaning "ignore" for a column that cannot be mapped: list items have only name, number and e-mail. */
  get #rest(): ColumnRole {
    return this.contactListId.peek() === null ? "extra" : "ignore";
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
}

/** The imports of this page. */
export const contactImports = new ContactImports();
