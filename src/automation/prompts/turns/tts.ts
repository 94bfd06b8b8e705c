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
 * An answer as a recording of the company's media, in the voice of the prompt; null where it is to be written: the
 * voice is `texto`, the answer too long, or nobody speaks it now (docs/rules/prompts.md#audio-and-files).
 */
export async function spokenOf(
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
    // Without room for files it is written.
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

/** The row of a spoken answer, in the transaction that says it. */
export const keepSpoken = (unit: TenantUnit, { name, size, sha256 }: StoredFile): number =>
  addMediaFile(unit, { path: name, name: "resposta.mp3", mimeType: "audio/mpeg", size, sha256 });

/** What was spoken for nothing goes. */
export async function dropUnsaid(tenant: Tenant, spoken: StoredFile | null): Promise<void> {
  if (spoken) await deleteIfUnreferenced(tenant, spoken.name);
}
