import type { SampleAnswer } from "#automation/integrations/contract.ts";
import { noIntegration, notSupported } from "#automation/integrations/errors.ts";
import { hookAdapter } from "#automation/integrations/hook/adapter.ts";
import { isHook } from "#automation/integrations/policy.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Integration } from "#automation/integrations/schema.ts";
import { readAnswer } from "#automation/integrations/typebot/answer.ts";
import { startChat } from "#automation/integrations/typebot/client.ts";
import { newUuid } from "#platform/ids.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

const LOGGED = 4000;

/**
 * `POST /queueIntegration/{id}/test`: sends a sample now and returns the response; nothing is stored, and no customer
 * gets a message. For admins. Throws 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED for a type with its own test.
 */
export async function sendSample({ tenant }: UserCtx, id: number): Promise<SampleAnswer> {
  const integration = findIntegration(tenant.db, id);
  if (!integration) throw noIntegration();
  if (isHook(integration.type)) return await toHook(tenant, integration);
  if (integration.type === "typebot") return await toTypebot(tenant, integration);
  throw notSupported();
}

async function toHook(tenant: Tenant, integration: Integration): Promise<SampleAnswer> {
  const uuid = newUuid();
  const { id, name } = tenant.company;
  const occurredAt = new Date(tenant.clock.now()).toISOString();
  const body = JSON.stringify({ id: uuid, type: "test", version: 1, occurredAt, company: { id, name } });
  const result = await hookAdapter({ tenant, integration, uuid, event: "test", body, turn: null });
  const { statusCode, error, answer } = result;
  return { ok: error === null, statusCode, error, answer: answer.trim().slice(0, LOGGED) };
}

async function toTypebot(
  tenant: Tenant,
  { url, typebotSlug, ...integration }: Integration,
): Promise<SampleAnswer> {
  try {
    const { status, answer } = await startChat(tenant, url, typebotSlug, { variables: {}, text: "" });
    if (!answer) return { ok: false, statusCode: status, error: `answered ${status}`, answer: "" };
    const { steps } = readAnswer(answer, { delayMs: 0, unknownMessage: integration.typebotUnknownMessage });
    const texts = steps.flatMap((step) =>
      step.do === "say" ? [step.text] : step.do === "media" ? [step.url] : [],
    );
    return { ok: true, statusCode: status, error: null, answer: texts.join("\n\n").slice(0, LOGGED) };
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return { ok: false, statusCode: null, error: error.message, answer: "" };
  }
}
