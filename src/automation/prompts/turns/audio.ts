import { asFailure, ModelFailed } from "#automation/prompts/model/failure.ts";
import { serverOf } from "#automation/prompts/model/server.ts";
import { isSpoken, MAX_AUDIO_BYTES, speak, transcribe } from "#automation/prompts/model/speech.ts";
import { MAX_ATTEMPTS, RETRY_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp, logRun, type Run } from "#automation/prompts/runs/runs.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import {
  addMediaFile,
  bringMedia,
  deleteIfUnreferenced,
  type MediaFile,
  mediaFileById,
  mediaStoreOf,
  requireStorageFor,
  type StoredFile,
} from "#channels/media/index.ts";
import { messageById, storeTranscript } from "#inbox/messages/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
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
  const arriving = bringMedia(tenant, file);
  if (arriving) await arriving;
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

/**
 * Synthesizes an answer as a media file in the voice of the prompt. Null when it is to be sent as text: the voice is
 * `texto`, the answer is too long, or the synthesis failed (docs/rules/prompts.md#audio-and-files).
 */
export async function synthesize(
  tenant: Tenant,
  prompt: PromptRow,
  turn: TurnRow,
  text: string,
): Promise<StoredFile | null> {
  if (text === "" || !isSpoken(prompt, text)) return null;
  const begun = performance.now();
  const run = { purpose: "speech" as const, prompt, model: prompt.voice, ticketId: turn.ticketId, turn };
  const store = mediaStoreOf(tenant);
  try {
    const bytes = await speak(tenant.installation, prompt, text);
    // Without storage the answer is sent as text.
    requireStorageFor(tenant, bytes.length);
    const received = await store.receive(
      (async function* () {
        yield bytes;
      })(),
    );
    const stored = await store.adopt(received, "mp3", tenant.clock.now());
    tenant.write((unit) => logRun(unit, { ...run, ms: performance.now() - begun, result: "answered" }));
    return stored;
  } catch (error) {
    const { message } = asFailure(error);
    const ms = performance.now() - begun;
    tenant.write((unit) => logRun(unit, { ...run, ms, result: "failed", error: message }));
    return null;
  }
}

/** Adds the row of a synthesized answer, in the transaction that sends it. */
export const addSpeechFile = (unit: TenantUnit, { name, size, sha256 }: StoredFile): number =>
  addMediaFile(unit, { path: name, name: "resposta.mp3", mimeType: "audio/mpeg", size, sha256 });

/** Deletes a synthesized file that was not sent. */
export async function deleteUnsent(tenant: Tenant, speech: StoredFile | null): Promise<void> {
  if (speech) await deleteIfUnreferenced(tenant, speech.name);
}
