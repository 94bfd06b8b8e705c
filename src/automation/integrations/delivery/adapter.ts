import type { Integration, Session } from "#automation/integrations/schema.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Step } from "./steps.ts";

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
  /** State of the type for the next message. */
  readonly memory?: object;
}

/** The adapter of a type of integration. It does not throw for failures of the other side. */
export type Adapter = (telling: AdapterRequest) => Promise<AdapterResult>;
