import type { Integration, Session } from "#automation/integrations/schema.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Step } from "./steps.ts";

/** What is told to an integration, as its type sees it. */
export interface Telling {
  readonly tenant: Tenant;
  readonly integration: Integration;
  /** Of the delivery: the same at every try. */
  readonly uuid: string;
  readonly event: string;
  readonly body: string;
  /** A turn: the conversation, and what the customer wrote last (null = it only begins). */
  readonly turn: {
    readonly ticket: Ticket;
    readonly session: Session;
    readonly message: Message | null;
  } | null;
}

/** What came of it. */
export interface Told {
  readonly statusCode: number | null;
  /** For the log. */
  readonly answer: string;
  /** What was sent, for the log, where it was not known before. */
  readonly body?: string;
  /** Why it failed; null = it was taken. */
  readonly error: string | null;
  /** No further try makes sense. */
  readonly final?: boolean;
  /** What the answer asks for. */
  readonly steps: readonly Step[];
  /** What the type wants to know at the next message. */
  readonly memory?: object;
}

/** A type of integration: how something is told to it. Never throws for what the other side does. */
export type Carrier = (telling: Telling) => Promise<Told>;
