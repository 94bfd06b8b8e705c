import { TYPEBOT_DELAY_MAX_MS } from "#automation/integrations/contract.ts";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type {
  Adapter,
  AdapterRequest,
  AdapterResult,
  Step,
} from "#automation/integrations/delivery/adapter.ts";
import { unreachable } from "#automation/integrations/hook/adapter.ts";
import { addressOfFile } from "#automation/integrations/hook/envelope.ts";
import type { Integration, Session } from "#automation/integrations/schema.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import { fold } from "#platform/text.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Asked, readAnswer } from "./answer.ts";
import { continueChat, type FlowResponse, startChat } from "./client.ts";

interface Memory {
  readonly sessionId?: string;
  readonly asked?: Asked | null;
}

/**
 * A flow of Typebot: one session per conversation, which expires by the times of the customer's messages
 * (docs/rules/integrations.md#typebot).
 */
export const typebotAdapter: Adapter = async (telling) => {
  const { integration, turn } = telling;
  if (!turn) return { statusCode: null, answer: "", error: null, steps: [] };
  const text = turn.message?.body ?? "";
  const keyword = keywordSteps(integration, text);
  if (keyword) return { statusCode: null, answer: "", body: text, error: null, ...keyword };
  try {
    return await talk(telling, turn);
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return unreachable(error);
  }
};

/** Keywords that end or restart the conversation; exact, case-insensitive. */
function keywordSteps(
  integration: Integration,
  text: string,
): Pick<AdapterResult, "steps" | "memory"> | null {
  const folded = fold(text);
  const is = (keyword: string) => keyword !== "" && fold(keyword) === folded;
  if (is(integration.typebotKeywordFinish)) return { steps: [{ do: "close", silent: false }] };
  if (!is(integration.typebotKeywordRestart)) return null;
  const words = integration.typebotRestartMessage;
  const steps: Step[] = words.trim() === "" ? [] : [{ do: "say", text: words }];
  return { steps, memory: {} };
}

async function talk(
  { tenant, integration }: AdapterRequest,
  { ticket, session, message }: NonNullable<AdapterRequest["turn"]>,
): Promise<AdapterResult> {
  const memory = memoryOf(integration, session);
  const text = inputOf(tenant, message, memory.asked ?? null);
  const begin = () =>
    startChat(tenant, integration.url, integration.typebotSlug, {
      variables: variablesOf(tenant, ticket),
      text,
    });
  let { sessionId } = memory;
  let reached: FlowResponse;
  if (sessionId === undefined) reached = await begin();
  else {
    reached = await continueChat(tenant, integration.url, sessionId, text);
    // The server does not have this session any more: start a new one, once.
    if (reached.status === 404) {
      sessionId = undefined;
      reached = await begin();
    }
  }
  const { status: statusCode, text: raw, answer } = reached;
  const exchange = { statusCode, answer: raw, body: text, steps: [] };
  if (!answer)
    return { ...exchange, error: statusCode < 300 ? "answer not understood" : `answered ${statusCode}` };
  const known = answer.sessionId ?? sessionId;
  if (known === undefined) return { ...exchange, error: "answer without session" };
  const { steps, asked } = readAnswer(answer, {
    delayMs: Math.min(integration.typebotDelayMs, TYPEBOT_DELAY_MAX_MS),
    unknownMessage: integration.typebotUnknownMessage,
  });
  return { ...exchange, error: null, steps, memory: { sessionId: known, asked } satisfies Memory };
}

/** The state of the flow; empty when the customer paused for too long between the last two messages. */
function memoryOf(
  { typebotExpiresMinutes }: Integration,
  { memory, heardAt, heardBeforeAt }: Session,
): Memory {
  const silence = heardAt === null || heardBeforeAt === null ? 0 : heardAt - heardBeforeAt;
  if (typebotExpiresMinutes > 0 && silence > typebotExpiresMinutes * 60_000) return {};
  return (readObject(memory) ?? {}) as Memory;
}

/** The input for the flow: the label of a choice selected by number, the address of a file, or the text. */
function inputOf(tenant: Tenant, message: Message | null, asked: Asked | null): string {
  if (!message) return "";
  if (message.mediaType !== null) {
    const address = addressOfFile(tenant, message.mediaId);
    return (asked?.type === "file input" ? address : message.body) || address || message.body;
  }
  const number = /^\s*(\d{1,3})\s*$/.exec(message.body)?.[1];
  return (number === undefined ? undefined : asked?.choices[Number(number) - 1]) ?? message.body;
}

function variablesOf(tenant: Tenant, ticket: Ticket): Record<string, string> {
  const contact = contactById(tenant.db, ticket.contactId);
  return {
    number: contact?.number ?? "",
    pushName: contact?.name ?? "",
    ticketId: String(ticket.id),
    protocol: ticket.protocol,
  };
}
