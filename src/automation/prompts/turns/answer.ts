import { type Line, type Thought, think, traceOf } from "#automation/prompts/engine/run-model.ts";
import { complete } from "#automation/prompts/model/chat.ts";
import { asFailure, type ModelFailed } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import type { Run } from "#automation/prompts/runs/log-run.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { transcribeMessage } from "./audio.ts";
import { type Scene, sceneOf, thinkingOf } from "./context.ts";
import { type Heard, heardIn, linesOf } from "./conversation.ts";
import { endUnheard, fail, finishAnswer, sayNotice } from "./finish.ts";
import { dropUnsaid, spokenOf } from "./tts.ts";

/** One turn of a prompt with a customer (docs/rules/prompts.md#call): listens, thinks, says, all of it once. */
export async function takeAnswer(tenant: Tenant, turn: TurnRow): Promise<void> {
  const scene = sceneOf(tenant, turn);
  if (scene === null || "handOver" in scene) return endUnheard(tenant, turn, scene?.handOver ?? null);
  try {
    const heard = heardIn(tenant.db, scene.ticket.id, scene.since, turn.messageId);
    await hearAudio(tenant, scene, turn, heard);
    if (!heard.some((message) => hasWords(tenant, message)) && heard.some(isFile))
      return sayNotice(tenant, turn, scene, "file");
  } catch (error) {
    // A recording that nobody understands is no fault of the model: the customer is asked to write.
    const failure = asFailure(error);
    return fail(tenant, turn, failure, () => sayNotice(tenant, turn, scene, "audio"));
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
    thought = await ponder(tenant, scene, lines);
  } catch (error) {
    const failure: ModelFailed = asFailure(error);
    return fail(tenant, turn, failure, null, run());
  }
  const told = { ...run(), ...tokensOf(thought), trace: traceOf(thought, lines) };
  const spoken = await spokenOf(tenant, scene.prompt, turn, thought.text);
  try {
    finishAnswer(tenant, turn, { scene, thought, spoken, run: told });
  } finally {
    await dropUnsaid(tenant, spoken);
  }
}

const tokensOf = ({ tokensIn, tokensOut }: Thought) => ({ tokensIn, tokensOut });

function ponder(tenant: Tenant, { prompt, contactName }: Scene, lines: readonly Line[]): Promise<Thought> {
  const { installation } = tenant;
  const server = serverOf(installation, prompt);
  return think({ ...thinkingOf(tenant, prompt, contactName), lines }, (request) =>
    complete(installation, server, request),
  );
}

/** Recordings of this turn become words, one after the other. */
async function hearAudio(
  tenant: Tenant,
  { prompt }: Scene,
  turn: TurnRow,
  heard: readonly Heard[],
): Promise<void> {
  for (const message of heard)
    if (message.mediaType === "audio" && message.transcript === null)
      await transcribeMessage(tenant, prompt, turn, message);
}

/** Recordings have become words when this is asked. */
const hasWords = (_tenant: Tenant, { mediaType, body }: Heard): boolean =>
  mediaType === "audio" ||
  (body.trim() !== "" && ["image", "video", "application", null].includes(mediaType));
const isFile = ({ mediaType }: Heard): boolean => mediaType !== null && mediaType !== "call_log";
