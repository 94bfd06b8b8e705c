import { computed, signal } from "@preact/signals-react";
import type { FileFormat, ReportFileAnswer, ReportKind } from "#inbox/reports/files/contract.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import type { Api } from "#web/lib/api/api.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { type ReportFilter, reportQuery } from "./report-url.ts";

type Calls = Pick<Api, "get" | "post" | "delete" | "file">;

/** The user's files of reports: those being written, and those of the last 24 hours. */
export class FilesModel {
  readonly #calls: Calls;
  readonly #files = signal<readonly ReportFileAnswer[]>([]);
  readonly files = computed(() => this.#files.value.filter(({ state }) => state !== "cancelled"));
  readonly isWriting = computed(() => this.#files.value.some(({ state }) => state === "running"));

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Loads the files and follows them. Returns a function that stops it. */
  watch(socket: Pick<LiveSocket, "on" | "onResync">): () => void {
    const load = () => void this.load().catch(() => undefined);
    load();
    const stops = [
      socket.on("report", (event) => this.#take(event["file"] as ReportFileAnswer)),
      socket.onResync(load),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async load(): Promise<void> {
    this.#files.value = (
      await this.#calls.get<{ files: readonly ReportFileAnswer[] }>("/reports/files")
    ).files;
  }

  /** Begins a file of what the page shows. Throws ApiError. */
  async start(kind: ReportKind, format: FileFormat, filter: ReportFilter): Promise<void> {
    await this.#calls.post("/reports/files", {
      ...{ kind, format, columns: filter.columns },
      filter: { ...reportQuery(filter), ...(kind === "ratings" && { commented: filter.isCommented }) },
      language: pageLanguage(),
    });
    await this.load();
  }

  /** Stops a file. Throws ApiError. */
  async stop({ id }: ReportFileAnswer): Promise<void> {
    await this.#calls.delete(`/reports/files/${id}`);
    await this.load();
  }

  /** Saves a finished file in the browser. Throws ApiError. */
  async download({ id, kind, from, to, format }: ReportFileAnswer, name: string): Promise<void> {
    saveFile(await this.#calls.file(`/reports/files/${id}`), `${name || kind}-${from}-${to}.${format}`);
  }

  #take(file: ReportFileAnswer): void {
    const others = this.#files.peek().filter(({ id }) => id !== file.id);
    this.#files.value = [file, ...others].toSorted((a, b) => b.id - a.id);
  }
}
