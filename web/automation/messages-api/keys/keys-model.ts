import type * as v from "valibot";
import {
  type ApiKeyAnswer,
  ApiKeyBody,
  type ApiKeyList,
  type ApiKeyMade,
  type Scope,
} from "#accounts/api-keys/contract.ts";
import { SecretRows } from "#web/automation/messages-api/secrets/secret-rows.ts";
import { api } from "#web/lib/api/api.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

export const keyCalls = {
  list: () => api.get<ApiKeyList>("/api-keys"),
  make: (body: v.InferInput<typeof ApiKeyBody>) => api.post<ApiKeyMade>("/api-keys", body),
  revoke: (id: number) => api.delete(`/api-keys/${id}`),
};
export type KeyCalls = typeof keyCalls;

/** The company's keys, newest first. */
export const createKeyList = (calls: Pick<KeyCalls, "list" | "revoke"> = keyCalls) =>
  new SecretRows<ApiKeyAnswer>({
    list: async () => (await calls.list()).keys,
    remove: calls.revoke,
    order: (keys) => keys,
  });

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
