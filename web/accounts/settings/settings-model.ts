import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { SettingAnswer } from "#accounts/settings/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

export interface SettingsModelOptions {
  readonly api: Pick<Api, "get" | "put" | "post">;
  readonly onSaved: () => void;
  /** An error other than an invalid value. */
  readonly onFailure: (error: unknown) => void;
}

/** The settings this user may read; each is saved separately, and changes of colleagues are followed. */
export class SettingsModel {
  readonly #options: SettingsModelOptions;
  readonly #values = signal<ReadonlyMap<string, string>>(new Map());
  readonly #state = signal<"loading" | "ready" | "error">("loading");
  readonly #error = signal<unknown>(null);
  readonly #saving = signal<ReadonlySet<string>>(new Set());
  readonly #refused = signal<ReadonlySet<string>>(new Set());

  readonly state: ReadonlySignal<"loading" | "ready" | "error"> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(options: SettingsModelOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    try {
      const found = await this.#options.api.get<readonly SettingAnswer[]>("/settings");
      this.#values.value = new Map(found.map(({ key, value }) => [key, value]));
      this.#state.value = "ready";
    } catch (error) {
      this.#error.value = error;
      if (this.#state.peek() !== "ready") this.#state.value = "error";
    }
  }

  /** Follows changes saved by colleagues. Returns a function that stops it. */
  listen(socket: LiveSocket): () => void {
    const stops = [
      socket.on("setting", (event) => this.#changed(event)),
      socket.onResync(() => void this.load()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The value as on the wire; "" until it is loaded. */
  value(key: string): string {
    return this.#values.value.get(key) ?? "";
  }
  isSaving(key: string): boolean {
    return this.#saving.value.has(key);
  }
  /** The server refused the last input. */
  isRefused(key: string): boolean {
    return this.#refused.value.has(key);
  }
  /** Called on input: clears the error. */
  forgive(key: string): void {
    if (this.#refused.peek().has(key)) this.#refused.value = without(this.#refused.peek(), key);
  }

  /** Saves one setting; true on success. Requests for the same setting do not overlap. */
  async save(key: string, value: string): Promise<boolean> {
    const refused = await this.#saved(key, () =>
      this.#options.api.put<SettingAnswer>(`/settings/${key}`, { key, value }),
    );
    if (refused?.has("value")) this.#refused.value = new Set(this.#refused.peek()).add(key);
    return refused?.size === 0;
  }

  /** Saves the certificate of a `.p12` file; returns the reason of a refusal, null for another error. */
  async savePkcs12(
    key: string,
    file: Uint8Array,
    password: string,
  ): Promise<"password" | "file" | "none" | null> {
    const body = { file: btoa(String.fromCharCode(...file)), password };
    const refused = await this.#saved(key, () =>
      this.#options.api.post<SettingAnswer>(`/settings/${key}/pkcs12`, body),
    );
    if (refused?.size === 0) return "none";
    return refused ? (refused.has("password") ? "password" : "file") : null;
  }

  /** Names of the fields that the server refused, empty when it accepted them; null for any other error. */
  async #saved(key: string, call: () => Promise<SettingAnswer>): Promise<ReadonlySet<string> | null> {
    if (this.#saving.peek().has(key)) return null;
    this.#saving.value = new Set(this.#saving.peek()).add(key);
    this.forgive(key);
    try {
      this.#put(await call());
      this.#options.onSaved();
      return new Set();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
      if (fields.length > 0) return new Set(fields);
      this.#options.onFailure(error);
      return null;
    } finally {
      this.#saving.value = without(this.#saving.peek(), key);
    }
  }

  #changed(event: EventData): void {
    const changed = event["setting"] as SettingAnswer | undefined;
    if (changed) this.#put(changed);
  }

  #put({ key, value }: SettingAnswer): void {
    this.#values.value = new Map(this.#values.peek()).set(key, value);
  }
}

const without = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set([...keys].filter((other) => other !== key));
