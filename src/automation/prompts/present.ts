import { findQueue } from "#accounts/queues/index.ts";
import { MASK } from "#accounts/settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { PromptAnswer } from "./contract.ts";
import { tokensUsed } from "./runs/runs.ts";
import type { PromptRow } from "./schema.ts";

const masked = (sealed: string): string => (sealed === "" ? "" : MASK);

/** A prompt as admins see it; keys are masked. */
export function presentPrompt(tenant: Tenant, row: PromptRow): PromptAnswer {
  const queue = row.queueId === null ? undefined : findQueue(tenant.db, row.queueId);
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt,
    queueId: row.queueId,
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    voice: row.voice,
    voiceKey: masked(row.voiceKey),
    voiceRegion: row.voiceRegion,
    maxTokens: row.maxTokens,
    temperature: row.temperature,
    apiKey: masked(row.apiKey),
    maxMessages: row.maxMessages,
    baseUrl: row.baseUrl,
    model: row.model,
    monthlyBudgetTokens: row.monthlyBudgetTokens,
    maxTurns: row.maxTurns,
    sttModel: row.sttModel,
    tokensThisMonth: tokensUsed(tenant, row.id, tenant.clock.now()),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
