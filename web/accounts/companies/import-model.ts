import { type ReadonlySignal, signal } from "@preact/signals-react";
import { type CompanyImport, MAX_PIECE_BYTES } from "#operations/backups/imports/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { UploadProgress } from "#web/lib/api/upload.ts";

/** Server calls of the import. */
export interface ImportCalls {
  readonly last: () => Promise<CompanyImport | null>;
  readonly begin: (fileName: string, size: number) => Promise<CompanyImport>;
  readonly send: (id: number, at: number, piece: Blob, progress: UploadProgress) => Promise<CompanyImport>;
  readonly start: (id: number, passphrase: string) => Promise<CompanyImport>;
  readonly cancel: (id: number) => Promise<unknown>;
}

/** The import of a company: uploaded in chunks, then polled until it is done. */
export class ImportModel {
  readonly #calls: ImportCalls;
  readonly #import = signal<CompanyImport | null | undefined>(undefined);
  readonly #error = signal<unknown>(null);
  readonly #sent = signal<number | null>(null);
  #sending: AbortController | null = null;

  /** Undefined until it is loaded; null: no company was ever imported. */
  readonly import: ReadonlySignal<CompanyImport | null | undefined> = this.#import;
  /** Error of the last load. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** Bytes sent so far; null while this page uploads nothing. */
  readonly sent: ReadonlySignal<number | null> = this.#sent;

  constructor(calls: ImportCalls) {
    this.#calls = calls;
  }

  async load(): Promise<void> {
    try {
      this.#import.value = await this.#calls.last();
      this.#error.value = null;
    } catch (error) {
      this.#error.value = error;
    }
  }

  /** True while the server imports and must be polled. */
  get isBusy(): boolean {
    const state = this.#import.value?.state;
    return state === "looking" || state === "running";
  }

  /** The interrupted upload, if there is one. */
  get unfinished(): CompanyImport | null {
    const last = this.#import.value;
    return last?.state === "uploading" ? last : null;
  }

  /** True for the file whose upload was interrupted. */
  fits(file: File): boolean {
    const { unfinished } = this;
    return unfinished === null || (unfinished.fileName === file.name && unfinished.size === file.size);
  }

  /** Uploads a file, continuing after an interruption. Errors are thrown; the upload can be continued. */
  async send(file: File): Promise<void> {
    const sending = new AbortController();
    this.#sending = sending;
    try {
      const begun = this.unfinished ?? (await this.#calls.begin(file.name, file.size));
      this.#import.value = begun;
      await this.#pieces(begun, file, sending.signal);
    } catch (error) {
      if (sending.signal.aborted) return;
      // The offset of an interrupted upload comes from the server.
      await this.load();
      throw error;
    } finally {
      this.#sent.value = null;
      this.#sending = null;
    }
  }

  async #pieces(begun: CompanyImport, file: File, signal: AbortSignal): Promise<void> {
    let now = begun;
    while (now.state === "uploading" && now.received < file.size) {
      const at = now.received;
      const piece = file.slice(at, at + MAX_PIECE_BYTES);
      this.#sent.value = at;
      const onProgress = (share: number) => {
        this.#sent.value = at + share * piece.size;
      };
      now = await this.#calls.send(now.id, at, piece, { signal, onProgress });
      if (now.state === "uploading" && now.received <= at) throw new ApiError(0, "OFFLINE");
      this.#import.value = now;
    }
  }

  async start(passphrase: string): Promise<void> {
    const { value } = this.#import;
    if (value) this.#import.value = await this.#calls.start(value.id, passphrase);
  }

  /** Cancels the upload and the import on the server. */
  async cancel(): Promise<void> {
    this.#sending?.abort();
    const { value } = this.#import;
    if (value) await this.#calls.cancel(value.id);
    await this.load();
  }

  /** Called when the dialog closes: stops the upload, which can be continued later. */
  leave(): void {
    this.#sending?.abort();
  }
}
