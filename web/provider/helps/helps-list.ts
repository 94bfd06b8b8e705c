import type * as v from "valibot";
import type { HelpAnswer, HelpBody, UpdateHelpBody } from "#provider/helps/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** Calls of the super user's tab (docs/rules/team.md#help-videos). */
export const helpCalls = {
  create: (body: v.InferInput<typeof HelpBody>) => api.post<HelpAnswer>("/helps", body),
  update: (id: number, body: v.InferInput<typeof UpdateHelpBody>) =>
    api.put<HelpAnswer>(`/helps/${id}`, body),
  remove: (id: number) => api.delete(`/helps/${id}`),
};

/** The videos of the tab, by title. */
export const helpsList = new LiveList<HelpAnswer>({
  path: "/helps",
  name: "records",
  channel: "help",
  compare: (a, b) => a.title.localeCompare(b.title) || a.id - b.id,
});
