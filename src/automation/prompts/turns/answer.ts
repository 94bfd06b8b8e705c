import { type Line, type Thought, think, traceOf } from "#automation/prompts/engine/run-model.ts";
import { complete } from "#automation/prompts/model/chat.ts";
import { asFailure, type ModelFailed } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import type { Run } from "#automation/prompts/runs/runs.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { deleteUnsent, synthesize, transcribeMessage } from "./audio.ts";
import { type CustomerMessage, linesOf, messagesSince, type Scene, sceneOf, thinkingOf } from "./context.ts";
import { endUnanswered, fail, finishAnswer, sendNotice } from "./finish.ts";

/**
 * Carries out one turn of a prompt with a customer (docs/rules/prompts.md#call): transcribes recordings, runs the
 * model, applies its reply.
 */
export async function answerTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
  const scene = sceneOf(tenant, turn);
  if (scene === null || "handoff" in scene) return endUnanswered(tenant, turn, scene?.handoff ?? null);
  try {
    const messages = messagesSince(tenant.db, scene.ticket.id, scene.since, turn.messageId);
    await transcribeAudio(tenant, scene, turn, messages);
    if (!messages.some((message) => hasText(tenant, message)) && messages.some(isFile))
      return sendNotice(tenant, turn, scene, "file");
  } catch (error) {
    // An unintelligible recording is not a failure of the model: the bot requests a text message instead.
    const failure = asFailure(error);
    return fail(tenant, turn, failure, () => sendNotice(tenant, turn, scene, "audio"));
  }
  const lines = linesOf(tenant.db, scene.ticket.id, scene.since, scene.prompt.maxMessages);
  const begun = performance.now();
  const run = (): Omit<Run, "result"> => ({
    purpose: "answer",
    prompt: scene.prompt,
    ticketId: scene.ticket.id,
    turn,
    ms: performance.now() - begun,
  });
  let thought: Thought;
  try {
    thought = await runPrompt(tenant, scene, lines);
  } catch (error) {
    const failure: ModelFailed = asFailure(error);
    return fail(tenant, turn, failure, null, run());
  }
  const finished = { ...run(), ...tokensOf(thought), trace: traceOf(thought, lines) };
  const spoken = await synthesize(tenant, scene.prompt, turn, thought.text);
  try {
    finishAnswer(tenant, turn, { scene, thought, spoken, run: finished });
  } finally {
    await deleteUnsent(tenant, spoken);
  }
}

const tokensOf = ({ tokensIn, tokensOut }: Thought) => ({ tokensIn, tokensOut });

function runPrompt(tenant: Tenant, { prompt, contactName }: Scene, lines: readonly Line[]): Promise<Thought> {
  const { installation } = tenant;
  const server = serverOf(installation, prompt);
  return think({ ...thinkingOf(tenant, prompt, contactName), lines }, (request) =>
    complete(installation, server, request),
  );
}

/** Transcribes the recordings of this turn, one after the other. */
async function transcribeAudio(
  tenant: Tenant,
  { prompt }: Scene,
  turn: TurnRow,
  messages: readonly CustomerMessage[],
): Promise<void> {
  for (const message of messages)
    if (message.mediaType === "audio" && message.transcript === null)
      await transcribeMessage(tenant, prompt, turn, message);
}

/** Recordings are transcribed already. */
const hasText = (_tenant: Tenant, { mediaType, body }: CustomerMessage): boolean =>
  mediaType === "audio" ||
  (body.trim() !== "" && ["image", "video", "application", null].includes(mediaType));
const isFile = ({ mediaType }: CustomerMessage): boolean => mediaType !== null && mediaType !== "call_log";
