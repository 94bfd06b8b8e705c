import { eq } from "drizzle-orm";
import { findQueue, noQueue } from "#accounts/queues/index.ts";
import { checkVariables, MASK } from "#accounts/settings/index.ts";
import { PROMPT_DEFAULTS, type PromptBody, type UpdatePromptBody } from "#automation/prompts/contract.ts";
import { noPrompt, queueRequired } from "#automation/prompts/errors.ts";
import { PromptCreated, PromptDeleted, PromptDeleting, PromptUpdated } from "#automation/prompts/events.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { type PromptRow, prompt } from "#automation/prompts/schema.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { maySetSecrets } from "#tenants/policy.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

type Fields = Omit<PromptRow, "id" | "createdAt" | "updatedAt">;

const FRESH: Omit<Fields, "name" | "prompt"> = {
  ...PROMPT_DEFAULTS,
  queueId: null,
  apiKey: "",
  voiceKey: "",
  voiceRegion: "",
};

/**
 * Creates a prompt. For admins. Throws 400 ERR_QUEUE_REQUIRED, 404 ERR_NO_QUEUE_FOUND; 403 ERR_NO_PERMISSION for
 * support staff who send a key.
 */
export function createPrompt(ctx: UserCtx, body: PromptBody): PromptRow {
  return ctx.tenant.write((unit) => {
    const fields = merged(ctx, unit, { ...FRESH, name: body.name, prompt: body.prompt }, body);
    const { id } = unit.db
      .insert(prompt)
      .values({ ...fields, createdAt: unit.now, updatedAt: unit.now })
      .returning({ id: prompt.id })
      .get();
    unit.emit(PromptCreated, { promptId: id });
    return existing(unit, id);
  });
}

/**
 * Changes a prompt; absent fields keep their value, a masked key is kept, "" removes it. For admins. Throws 404
 * ERR_NOT_FOUND, 404 ERR_NO_QUEUE_FOUND, 400 ERR_QUEUE_REQUIRED, 400 ERR_VALIDATION (a new server needs its key typed
 * again, because the stored key would be sent to it), 403 ERR_NO_PERMISSION for support staff who send a key.
 */
export function updatePrompt(ctx: UserCtx, id: number, body: UpdatePromptBody): PromptRow {
  return ctx.tenant.write((unit) => {
    const { id: _id, createdAt: _made, updatedAt: _at, ...before } = existing(unit, id);
    const fields = merged(ctx, unit, before, body);
    if (isKept(body.apiKey) && before.apiKey !== "" && !sameServer(before.baseUrl, fields.baseUrl))
      throw invalidFields({ apiKey: "required" });
    unit.db
      .update(prompt)
      .set({ ...fields, updatedAt: unit.now })
      .where(eq(prompt.id, id))
      .run();
    unit.emit(PromptUpdated, { promptId: id });
    return existing(unit, id);
  });
}

function merged(ctx: UserCtx, unit: TenantUnit, before: Fields, body: UpdatePromptBody): Fields {
  checkVariables(ctx.tenant, { prompt: body.prompt }, { extras: false });
  const queueId = body.queueId === undefined ? before.queueId : body.queueId;
  if (queueId === null) throw queueRequired();
  if (!findQueue(unit.db, queueId)) throw noQueue();
  const { apiKey, voiceKey, ...plain } = body;
  const changes = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Fields>;
  return {
    ...before,
    ...changes,
    voiceRegion: body.voiceRegion === null ? "" : (body.voiceRegion ?? before.voiceRegion),
    queueId,
    apiKey: sealed(ctx, apiKey, before.apiKey),
    voiceKey: sealed(ctx, voiceKey ?? undefined, before.voiceKey),
  };
}

const isKept = (typed: string | undefined): boolean => typed === undefined || typed === MASK;

function sealed(ctx: UserCtx, typed: string | undefined, before: string): string {
  if (typed === undefined || isKept(typed)) return before;
  if (!maySetSecrets(ctx.actor)) throw noPermission();
  return typed === "" ? "" : ctx.tenant.installation.secrets.encrypt(typed);
}

const sameServer = (before: string, after: string): boolean =>
  URL.parse(before)?.origin === URL.parse(after)?.origin;

function existing(unit: TenantUnit, id: number): PromptRow {
  const found = findPrompt(unit.db, id);
  if (!found) throw noPrompt();
  return found;
}

/**
 * Deletes a prompt: a trigger removes it from queues, connections and options; its tickets wait for a person. For
 * admins. Throws 404 ERR_NOT_FOUND.
 */
export function deletePrompt({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (!findPrompt(unit.db, id)) throw noPrompt();
    unit.emit(PromptDeleting, { promptId: id });
    unit.db.delete(prompt).where(eq(prompt.id, id)).run();
    unit.emit(PromptDeleted, { promptId: id });
  });
}
