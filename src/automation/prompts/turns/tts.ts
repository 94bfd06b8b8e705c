import { asFailure } from "#automation/prompts/model/failure.ts";
import { isSpoken, speak } from "#automation/prompts/model/speech.ts";
import { logRun } from "#automation/prompts/runs/log-run.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import {
  addMediaFile,
  deleteIfUnreferenced,
  mediaStoreOf,
  requireStorageFor,
  type StoredFile,
} from "#channels/media/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

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
