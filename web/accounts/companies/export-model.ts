import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { CompanyExport } from "#operations/backups/contract.ts";

/** Server calls of the export. */
export interface ExportCalls {
  readonly last: (companyId: number) => Promise<CompanyExport | null>;
  readonly begin: (companyId: number, passphrase: string) => Promise<CompanyExport>;
  readonly cancel: (companyId: number) => Promise<unknown>;
}

/** The export of one company; polled while it runs. */
export class ExportModel {
  readonly #calls: ExportCalls;
  readonly #companyId: number;
  readonly #export = signal<CompanyExport | null | undefined>(undefined);
  readonly #error = signal<unknown>(null);

  /** Undefined until it is loaded; null: this company was never exported. */
  readonly export: ReadonlySignal<CompanyExport | null | undefined> = this.#export;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(calls: ExportCalls, companyId: number) {
    this.#calls = calls;
    this.#companyId = companyId;
  }

  async load(): Promise<void> {
    try {
      this.#export.value = await this.#calls.last(this.#companyId);
      this.#error.value = null;
    } catch (error) {
      this.#error.value = error;
    }
  }

  async begin(passphrase: string): Promise<void> {
    this.#export.value = await this.#calls.begin(this.#companyId, passphrase);
  }

  async cancel(): Promise<void> {
    await this.#calls.cancel(this.#companyId);
    await this.load();
  }

  get isRunning(): boolean {
    return this.#export.value?.state === "running";
  }
}

/** Progress of an export, 0 to 1; null while its size is unknown. */
export const shareDone = ({ done, total }: CompanyExport): number | null =>
  total > 0 ? Math.min(done / total, 1) : null;
