import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import { type OutboundAnswer, OutboundPort } from "#platform/outbound/client.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { TypebotAnswer } from "./answer.ts";

/** An answer of the flow's server: understood, or only its status. */
export interface Reached {
  readonly status: number;
  readonly text: string;
  readonly answer: TypebotAnswer | undefined;
}

export interface Greeting {
  readonly variables: Readonly<Record<string, string>>;
  readonly text: string;
}

const say = (text: string) => ({ message: { type: "text", text } });

/** `startChat`: a new session, which hears the customer's text. Throws OutboundFailed. */
export const startChat = (tenant: Tenant, base: string, slug: string, { variables, text }: Greeting) =>
  post(tenant, `${trimmed(base)}/api/v1/typebots/${encodeURIComponent(slug)}/startChat`, {
    prefilledVariables: variables,
    textBubbleContentFormat: "richText",
    ...(text !== "" && say(text)),
  });

/** `continueChat`: 404 = the server knows the session no more. Throws OutboundFailed. */
export const continueChat = (tenant: Tenant, base: string, sessionId: string, text: string) =>
  post(tenant, `${trimmed(base)}/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`, {
    ...say(text),
    textBubbleContentFormat: "richText",
  });

const trimmed = (base: string): string => base.replace(/\/+$/, "");

async function post(tenant: Tenant, url: string, body: object): Promise<Reached> {
  const answer: OutboundAnswer = await tenant.installation.ports.use(OutboundPort).request({
    method: "POST",
    url,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  const ok = answer.status >= 200 && answer.status < 300;
  const parsed = v.safeParse(TypebotAnswer, ok ? readObject(answer.text) : undefined);
  return { status: answer.status, text: answer.text, answer: parsed.success ? parsed.output : undefined };
}
