import type { PromptAnswer } from "#automation/prompts/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";

/** A prompt as an option of select fields. */
export type PromptName = Pick<PromptAnswer, "id" | "name">;

/** The prompts an admin can choose; none when the plan does not include them. */
export async function readPromptNames(): Promise<readonly PromptName[]> {
  if (!session.hasPlan("useOpenAi")) return [];
  return (await api.get<{ prompts: readonly PromptAnswer[] }>("/prompt")).prompts;
}
