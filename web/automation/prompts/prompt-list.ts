import type { PromptAnswer } from "#automation/prompts/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The company's prompts, sorted by name; loaded in one request, since they are few. */
export const prompts = new LiveList<PromptAnswer>({
  path: "/prompt",
  name: "prompts",
  channel: "prompt",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  api: {
    get: async <Answer>(path: string, options = {}) => {
      const { prompts: rows } = await api.get<{ prompts: readonly PromptAnswer[] }>(path, options);
      return { prompts: rows, count: rows.length, hasMore: false } as Answer;
    },
  },
});
