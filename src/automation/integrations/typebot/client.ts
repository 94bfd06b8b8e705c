import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import { type OutboundAnswer, OutboundPort } from "#platform/outbound/client.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { TypebotAnswer } from "./answer.ts";

/** A response of the flow's server; `answer` is undefined when it was not understood. */
export interface FlowResponse {
  readonly status: number;
  readonly text: string;
  readonly answer: TypebotAnswer | undefined;
}

export interface Greeting {
  readonly variables: Readonly<Record<string, string>>;
  readonly text: string;
}

const textMessage = (text: string) => ({ message: { type: "text", text } });

/** `startChat`: starts a session with the customer's text. Throws OutboundFailed. */
export const startChat = (tenant: Tenant, base: string, slug: string, { variables, text }: Greeting) =>
  post(tenant, `${trimmed(base)}/api/v1/typebots/${encodeURIComponent(slug)}/startChat`, {
    prefilledVariables: variables,
    textBubbleContentFormat: "richText",
    ...(text !== "" && textMessage(text)),
  });

/** `continueChat`: status 404 = the session does not exist any more. Throws OutboundFailed. */
export const continueChat = (tenant: Tenant, base: string, sessionId: string, text: string) =>
  post(tenant, `${trimmed(base)}/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`, {
    ...textMessage(text),
    textBubbleContentFormat: "richText",
  });

const trimmed = (base: string): string => base.replace(/\/+$/, "");

async function post(tenant: Tenant, url: string, body: object): Promise<FlowResponse> {
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
