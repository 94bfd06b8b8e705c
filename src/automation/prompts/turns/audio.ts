import { asFailure, ModelFailed } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import { MAX_AUDIO_BYTES, transcribe } from "#automation/prompts/model/transcribe.ts";
import { MAX_ATTEMPTS, RETRY_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { logRun, type Run } from "#automation/prompts/runs/log-run.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/usage.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import { type MediaFile, mediaFileById, mediaStoreOf } from "#channels/media/index.ts";
import { messageById, storeTranscript } from "#inbox/messages/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { finishTurn, repeatTurn } from "./rows.ts";

/**
 * Transcribes a recording and stores the transcript with its message (docs/rules/prompts.md). The call is logged in
 * any case. Throws ModelFailed.
 */
export async function transcribeMessage(
  tenant: Tenant,
  prompt: PromptRow,
  turn: TurnRow,
  { id, mediaId }: { readonly id: number; readonly mediaId: number | null },
): Promise<string> {
  const begun = performance.now();
  const run: Omit<Run, "ms" | "result"> = {
    purpose: "transcript",
    prompt,
    model: prompt.sttModel,
    ticketId: turn.ticketId,
    turn,
  };
  try {
    const file = mediaId === null ? undefined : mediaFileById(tenant.db, mediaId);
    const { installation } = tenant;
    const text = await transcribe(
      installation,
      serverOf(installation, prompt),
      prompt.sttModel,
      await recordingOf(tenant, file),
    );
    tenant.write((unit) => {
      storeTranscript(unit, id, text);
      logRun(unit, { ...run, ms: performance.now() - begun, result: "answered" });
    });
    return text;
  } catch (error) {
    const failure = asFailure(error);
    const ms = performance.now() - begun;
    tenant.write((unit) => logRun(unit, { ...run, ms, result: "failed", error: failure.message }));
    throw failure;
  }
}

async function recordingOf(tenant: Tenant, file: MediaFile | undefined) {
  if (file?.state !== "stored" || file.path === null) throw new ModelFailed("garbage", "no file");
  if (file.size > MAX_AUDIO_BYTES) throw new ModelFailed("garbage", "too long");
  const bytes = await Bun.file(mediaStoreOf(tenant).pathOf(file.path)).bytes();
  return { bytes, name: nameFor(file.mimeType), mimeType: file.mimeType.split(";")[0] ?? "audio/ogg" };
}

/** Servers detect the format by the file extension. */
function nameFor(mimeType: string): string {
  const extensions: Readonly<Record<string, string>> = {
    mpeg: "mp3",
    mp4: "m4a",
    aac: "m4a",
    wav: "wav",
    webm: "webm",
  };
  const kind = /^audio\/(?:x-)?(\w+)/.exec(mimeType)?.[1] ?? "ogg";
  return `audio.${extensions[kind] ?? "ogg"}`;
}

/** Transcribes a recording for attendants (`transcribeForAttendants`). */
export async function transcribeTurn(tenant: Tenant, turn: TurnRow): Promise<void> {
  const prompt = turn.promptId === null ? undefined : findPrompt(tenant.db, turn.promptId);
  const message = messageById(tenant.db, turn.messageId);
  const end = (state: "done" | "cancelled" | "failed", result: string | null = null) =>
    tenant.write((unit) => finishTurn(unit, turn, state, result));
  if (!prompt || !tenant.company.plan.useOpenAi || isBudgetUsedUp(tenant, prompt)) return end("cancelled");
  if (!message || message.transcript !== null || message.deletedAt !== null) return end("cancelled");
  try {
    await transcribeMessage(tenant, prompt, turn, message);
    end("done");
  } catch (error) {
    const { kind, message: why } = asFailure(error);
    if (kind === "key_refused" || turn.attempts >= MAX_ATTEMPTS) return end("failed", why);
    tenant.write((unit) => repeatTurn(unit, turn, unit.now + RETRY_MS, why));
  }
}
