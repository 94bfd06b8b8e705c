import { batch, type Signal, signal } from "@preact/signals-react";
import type { ImportAnswer, ImportSummary } from "#outreach/contact-imports/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { ImportCalls } from "./import-api.ts";
import { isBusy, type Step } from "./import-step.ts";

interface Dialog {
  readonly step: Signal<Step>;
  readonly contactListId: Signal<number | null>;
}

/** The running import of any user, and the result of the import that the dialog shows. */
export class FollowedImport {
  readonly #calls: ImportCalls;
  readonly #dialog: Dialog;
  /** The company's running import. */
  readonly running = signal<ImportSummary | null>(null);
  readonly report = signal<ImportAnswer | null>(null);
  #followed: number | null = null;

  constructor(calls: ImportCalls, dialog: Dialog) {
    this.#calls = calls;
    this.#dialog = dialog;
  }

  /** True when the dialog shows the progress or the result of this import. */
  follow(summary: ImportSummary): void {
    this.#followed = summary.id;
    batch(() => {
      this.running.value = isBusy(summary) ? summary : null;
      this.#dialog.step.value = "run";
    });
    if (!isBusy(summary)) void this.#finish(summary.id);
  }

  /** Applies a broadcast about an import. */
  heard(event: EventData): void {
    const record = event["record"] as ImportSummary | undefined;
    if (event.action !== "update" || !record || record.dryRun) return;
    if (record.contactListId !== this.#dialog.contactListId.peek()) return;
    if (isBusy(record)) {
      this.running.value = record;
      return;
    }
    this.running.value = null;
    if (this.#isSeen(record.id)) void this.#finish(record.id);
  }

  /** Loads the running import. */
  async find(): Promise<void> {
    const latest = await this.#calls.list(this.#dialog.contactListId.peek()).catch(() => []);
    const running = latest.find(isBusy) ?? null;
    this.running.value = running;
    // It may have ended before the page subscribed to its events.
    if (!running && this.#followed !== null && this.#isSeen(this.#followed))
      void this.#finish(this.#followed);
  }

  #isSeen(id: number): boolean {
    return this.#followed === id && this.#dialog.step.peek() === "run";
  }

  async #finish(importId: number): Promise<void> {
    const report = await this.#calls.get(importId).catch(() => null);
    batch(() => {
      this.report.value = report;
      this.#dialog.step.value = report ? "report" : "file";
    });
  }
}
