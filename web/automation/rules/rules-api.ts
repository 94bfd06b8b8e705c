import type * as v from "valibot";
import type {
  RuleAnswer,
  RuleBody,
  RunOutcome,
  RunPage,
  UpdateRuleBody,
} from "#automation/rules/contract.ts";
import type { DryRunAnswer } from "#automation/rules/dry-run/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";

export type RuleInput = v.InferInput<typeof RuleBody>;

/** Calls of the automation rules (docs/rules/rules.md). */
export const ruleCalls = {
  create: (body: RuleInput) => api.post<RuleAnswer>("/rules", body),
  update: (id: number, body: v.InferInput<typeof UpdateRuleBody>) =>
    api.put<RuleAnswer>(`/rules/${id}`, body),
  remove: (id: number) => api.delete(`/rules/${id}`),
  order: (ids: readonly number[]) => api.put("/rules/order", { ids }),
  dryRun: (rule: RuleInput) => api.post<DryRunAnswer>("/rules/dry-run", { rule }),
  runs: (id: number, outcome: RunOutcome | "all", page: number) =>
    api.get<RunPage>(`/rules/${id}/runs?pageNumber=${page}${outcome === "all" ? "" : `&outcome=${outcome}`}`),
};

/** The rules of the company, for admins. */
export const ruleList = new DefinitionList<RuleAnswer>({ path: "/rules", name: "rules", channel: "rule" });
