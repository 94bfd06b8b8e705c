import { signal } from "@preact/signals-react";
import type * as v from "valibot";
import {
  type ApiKeyAnswer,
  ApiKeyBody,
  type ApiKeyList,
  type ApiKeyMade,
  type Scope,
} from "#accounts/api-keys/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

export const keyCalls = {
  list: () => api.get<ApiKeyList>("/api-keys"),
  make: (body: v.InferInput<typeof ApiKeyBody>) => api.post<ApiKeyMade>("/api-keys", body),
  revoke: (id: number) => api.delete(`/api-keys/${id}`),
};
export type KeyCalls = typeof keyCalls;

/** The company's keys, newest first. */
export class KeyList {
  readonly #calls: Pick<KeyCalls, "list" | "revoke">;
  readonly keys = signal<readonly ApiKeyAnswer[]>([]);
  readonly state = signal<"loading" | "ready" | "failed">("loading");

  constructor(calls: Pick<KeyCalls, "list" | "revoke"> = keyCalls) {
    this.#calls = calls;
  }

  async reload(): Promise<void> {
    try {
      this.keys.value = (await this.#calls.list()).keys;
      this.state.value = "ready";
    } catch {
      this.state.value = "failed";
    }
  }

  /** Adds a new key to the list. */
  add({ key: _, ...created }: ApiKeyMade): void {
    this.keys.value = [created, ...this.keys.peek()];
  }

  /** Throws the error of the server. */
  async revoke(id: number): Promise<void> {
    await this.#calls.revoke(id);
    this.keys.value = this.keys.peek().filter((one) => one.id !== id);
  }
}

export interface KeyValues {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly [name: string]: unknown;
}

export const createKeyForm = (options: {
  readonly make: KeyCalls["make"];
  readonly onCreated: (created: ApiKeyMade) => void;
  readonly onFailure: (error: unknown) => void;
  readonly delayMs?: number;
}): FormModel<KeyValues> =>
  new FormModel<KeyValues>({
    initial: { name: "", scopes: [] },
    schema: ApiKeyBody,
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
    onFailure: options.onFailure,
    async submit({ name, scopes }) {
      options.onCreated(await options.make({ name, scopes: [...scopes] }));
    },
  });
