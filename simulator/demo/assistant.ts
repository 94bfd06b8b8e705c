import { OPENAI_KEY } from "#simulator/openai/server.ts";
import type { DeskApi } from "./desk-api.ts";

const NAME = "Assistente virtual";
const PROMPT =
  "Você é o assistente da Padaria Aurora. Vendemos pães, bolos e salgados, de segunda a sábado. Pedidos e preços ficam com a equipe.";

interface Prompt {
  readonly id: number;
  readonly name: string;
}

/**
 * An AI prompt of the company on the simulated model server, whose URL is different at each start. It can be tried on the bench
 * and assists attendants. No queue uses it. `api`: session of an admin.
 */
export async function bringAssistant(api: DeskApi, baseUrl: string): Promise<void> {
  const { prompts } = await api.call<{ prompts: readonly Prompt[] }>("GET", "/prompt");
  const known = prompts.find(({ name }) => name === NAME);
  const server = { baseUrl, apiKey: OPENAI_KEY };
  if (known) {
    await api.call("PUT", `/prompt/${known.id}`, server);
    return;
  }
  const [queue] = await api.call<readonly { id: number }[]>("GET", "/queue");
  await api.call("POST", "/prompt", { ...server, name: NAME, prompt: PROMPT, queueId: queue?.id });
}
