import type { Integration, Session } from "#automation/integrations/schema.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A validated command of an integration; ids are checked when it is carried out. */
export type Step =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "media"; readonly url: string; readonly caption: string; readonly voice: boolean }
  | { readonly do: "file"; readonly name: string; readonly base64: string; readonly caption: string }
  | { readonly do: "wait"; readonly ms: number; readonly typing: boolean }
  | { readonly do: "transferQueue"; readonly queueId: number }
  | { readonly do: "transferUser"; readonly userId: number; readonly queueId?: number | undefined }
  | { readonly do: "close"; readonly silent: boolean }
  | { readonly do: "endSession"; readonly failed: boolean }
  | { readonly do: "forget" }
  | { readonly do: "note"; readonly text: string }
  | { readonly do: "addTag"; readonly tagId: number }
  | { readonly do: "removeTag"; readonly tagId: number }
  | {
      readonly do: "setContact";
      readonly name?: string | undefined;
      readonly email?: string | undefined;
      readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
    };

/** Whether a step needs no wait, so that it runs in the transaction. */
export const isPrompt = (step: Step): boolean => !["media", "file", "wait"].includes(step.do);

/** Whether a step requires that the integration has the conversation; notes, tags and contact data do not. */
export const needsTicket = (step: Step): boolean =>
  !["note", "addTag", "removeTag", "setContact"].includes(step.do);

/** A delivery, as the adapter of its type gets it. */
export interface AdapterRequest {
  readonly tenant: Tenant;
  readonly integration: Integration;
  /** Id of the delivery, the same for every attempt. */
  readonly uuid: string;
  readonly event: string;
  readonly body: string;
  /** For a turn: the conversation, and the customer's last message (null = the conversation begins). */
  readonly turn: {
    readonly ticket: Ticket;
    readonly session: Session;
    readonly message: Message | null;
  } | null;
}

/** The result of a delivery. */
export interface AdapterResult {
  readonly statusCode: number | null;
  /** Text of the response for the delivery log. */
  readonly answer: string;
  /** Text of the request for the delivery log, when the adapter builds it during the attempt. */
  readonly body?: string;
  /** Why it failed; null = accepted. */
  readonly error: string | null;
  /** True when a retry is useless. */
  readonly final?: boolean;
  /** The steps of the response. */
  readonly steps: readonly Step[];
  /** What the adapter stores in the integration session, to get it back with the customer's next message. */
  readonly memory?: object;
}

/** The adapter of a type of integration. It does not throw for failures of the other side. */
export type Adapter = (telling: AdapterRequest) => Promise<AdapterResult>;
