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

/** Calls of the keys of the company. */
export const keyCalls = {
  list: () => api.get<ApiKeyList>("/api-keys"),
  make: (body: v.InferInput<typeof ApiKeyBody>) => api.post<ApiKeyMade>("/api-keys", body),
  revoke: (id: number) => api.delete(`/api-keys/${id}`),
};
export type KeyCalls = typeof keyCalls;

/** The keys of the company, newest first. */
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

  /** Shows a key that was just made. */
  add({ key: _, ...made }: ApiKeyMade): void {
    this.keys.value = [made, ...this.keys.peek()];
  }

  /** Throws what the server says. */
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

/** The form of a new key. */
export const createKeyForm = (options: {
  readonly make: KeyCalls["make"];
  readonly onMade: (made: ApiKeyMade) => void;
  readonly onFailure: (error: unknown) => void;
  readonly delayMs?: number;
}): FormModel<KeyValues> =>
  new FormModel<KeyValues>({
    initial: { name: "", scopes: [] },
    schema: ApiKeyBody,
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
    onFailure: options.onFailure,
    async submit({ name, scopes }) {
      options.onMade(await options.make({ name, scopes: [...scopes] }));
    },
  });
