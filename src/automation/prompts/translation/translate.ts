import { setting } from "#accounts/settings/index.ts";
import { askOnce, translationRequest } from "#automation/prompts/assist/tasks.ts";
import { budgetUsedUp, modelFailed, noPromptReady, refusalOf } from "#automation/prompts/errors.ts";
import { asFailure } from "#automation/prompts/model/failure.ts";
import { defaultPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp, logRun } from "#automation/prompts/runs/runs.ts";
import { hasWithdrawn } from "#inbox/consents/index.ts";
import {
  type Message,
  messageById,
  readableMessage,
  storeTranslation,
  translationOf,
} from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { isForeign, type ReaderLanguage, type TranslationBody } from "./contract.ts";

/** Kinds of messages without words of the customer. */
const WORDLESS = new Set(["locationMessage", "vcard", "call_log"]);

/** The words of a customer's message: its text or caption, else the transcript; "" when there are none. */
const wordsOf = ({ fromMe, deletedAt, mediaType, body, transcript }: Message): string =>
  fromMe || deletedAt !== null || WORDLESS.has(mediaType ?? "")
    ? ""
    : body.trim() || (transcript ?? "").trim();

/**
 * `POST /messages/{id}/translation`: a customer's message in the language of its reader, by the queue's prompt; once per
 * message and language (docs/rules/translation.md). Returns null for an automatic call that the rules leave out. Throws
 * 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION (the setting is off), 400 ERR_VALIDATION (no words), 409
 * ERR_AI_NOT_READY, 409 ERR_AI_BUDGET, 400 ERR_PROVIDER_AUTH, 400 ERR_URL_NOT_ALLOWED, 502 ERR_AI_FAILED.
 */
export async function translateMessage(
  ctx: UserCtx,
  messageId: number,
  { language, automatic }: TranslationBody,
): Promise<string | null> {
  const { tenant } = ctx;
  const message = readableMessage(ctx, messageId);
  const mode = setting(tenant, "translateIncoming");
  if (mode === "off") throw noPermission();
  const words = wordsOf(message);
  if (words === "") throw invalidFields({ id: "invalid" });
  const stored = translationOf(tenant.db, messageId, language);
  if (stored !== undefined) return stored;
  if (automatic && !(mode === "auto" && goesByItself(tenant, message, words, language))) return null;
  return onceAtATime(tenant, `${messageId}:${language}`, () => translate(ctx, message, words, language));
}

/** Contacts who withdrew their consent are never translated automatically. */
const goesByItself = (
  { db }: Tenant,
  { participantId, contactId }: Message,
  words: string,
  language: ReaderLanguage,
): boolean => isForeign(words, language) && !hasWithdrawn(db, participantId ?? contactId);

/** Two readers who ask at the same time share one call of the model. */
function onceAtATime(tenant: Tenant, key: string, work: () => Promise<string>): Promise<string> {
  const running = tenant.cached("translations", () => new Map<string, Promise<string>>());
  const known = running.get(key);
  if (known) return known;
  const started = work().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

async function translate(
  { tenant, actor }: UserCtx,
  { id, ticketId }: Message,
  words: string,
  language: ReaderLanguage,
): Promise<string> {
  const prompt = defaultPrompt(tenant.db, ticketById(tenant.db, ticketId)?.queueId ?? null);
  if (!prompt) throw noPromptReady();
  if (isBudgetUsedUp(tenant, prompt)) throw budgetUsedUp();
  const begun = performance.now();
  const run = () => ({
    purpose: "translate" as const,
    prompt,
    ticketId,
    userId: actor.id,
    ms: performance.now() - begun,
  });
  const { text, tokensIn, tokensOut } = await askOnce(
    tenant,
    prompt,
    translationRequest(words, language),
  ).catch((error: unknown) => {
    const failure = asFailure(error);
    tenant.write((unit) => logRun(unit, { ...run(), result: "failed", error: failure.message }));
    throw refusalOf(failure);
  });
  tenant.write((unit) => {
    // Without a trace: the words are deleted with the message.
    logRun(unit, { ...run(), tokensIn, tokensOut, result: text === "" ? "failed" : "answered" });
    const now = messageById(unit.db, id);
    // A message that was edited or deleted meanwhile no longer has the text that was translated.
    if (text !== "" && now && wordsOf(now) === words)
      storeTranslation(unit, id, { language, body: text, promptId: prompt.id });
  });
  if (text === "") throw modelFailed("empty");
  return text;
}
