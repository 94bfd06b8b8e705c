import type * as v from "valibot";
import type { ApiKeyList } from "#accounts/api-keys/contract.ts";
import type { OwnSession } from "#accounts/auth/contract.ts";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { CreateUserBody, UpdateUserBody, UserAnswer } from "#accounts/users/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { Page, PageRequest } from "#web/lib/lists/paged-list.ts";

interface UserPage {
  readonly users: readonly UserAnswer[];
  readonly count: number;
  readonly hasMore: boolean;
}

/** Calls of the users page and of the signed-in user's profile (docs/rules/users.md#saving). */
export const userCalls = {
  async page({ pageNumber, searchParam, signal }: PageRequest): Promise<Page<UserAnswer>> {
    const query = { pageNumber, searchParam };
    const { users, count, hasMore } = await api.get<UserPage>("/users/", { query, signal });
    return { items: users, count, hasMore };
  },
  create: (body: v.InferInput<typeof CreateUserBody>) => api.post<UserAnswer>("/users", body),
  update: (id: number, body: v.InferInput<typeof UpdateUserBody>) =>
    api.put<UserAnswer>(`/users/${id}`, body),
  remove: (id: number) => api.delete(`/users/${id}`),
  /** Names of the API keys that a user created; none where the plan has no API. */
  keysOf: async (id: number): Promise<readonly string[]> => {
    try {
      const { keys } = await api.get<ApiKeyList>("/api-keys");
      return keys.filter(({ createdBy }) => createdBy?.id === id).map(({ name }) => name);
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_PLAN_FEATURE") return [];
      throw error;
    }
  },
  queues: () => api.get<readonly QueueRef[]>("/queue"),
  sessions: () => api.get<readonly OwnSession[]>("/auth/sessions"),
  endSession: (id: number) => api.delete(`/auth/sessions/${id}`),
  endOtherSessions: () => api.delete("/auth/sessions"),
};
export type UserCalls = typeof userCalls;
