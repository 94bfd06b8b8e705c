import { RunnerPort } from "#automation/integrations/delivery/runner-port.ts";
import { type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import type { Talk } from "#test/helpers/talk.ts";
import { talk } from "#test/helpers/talk.ts";
import type { DeliveryAnswer, IntegrationMade } from "./contract.ts";
import { presentDelivery } from "./present.ts";
import { deliveriesBefore } from "./queries.ts";

/** A test company whose connection is answered by an integration, and a new customer. */
export interface Desk extends Talk {
  /** Later messages come from another customer. */
  meetAnother(): void;
  /** Creates an integration and assigns it to the connection. */
  employ(body: object): Promise<IntegrationMade>;
  /** Sends a message as the customer, then runs all due calls and commands. */
  write(text: string): Promise<void>;
  /** Runs all due calls and commands without advancing the clock. */
  rest(): Promise<void>;
  /** Advances the clock second by second and runs what becomes due. */
  pass(ms: number, stepMs?: number): Promise<void>;
  ticket(): Ticket;
  /** The bot's messages in this ticket, oldest first. */
  said(): string[];
  trail(): string[];
  log(integrationId: number): DeliveryAnswer[];
}

let numbers = 0;

/** Uses real HTTP to loopback servers of the test, with a short time limit. */
export function desk(env: Readonly<Record<string, string>> = {}): Desk {
  const t = talk(env);
  const base = { start: t.start, meet: t.meet };
  const runner = () => t.app.installation.ports.use(RunnerPort);
  const meetAnother = () => {
    numbers += 1;
    const customer: Customer = { name: "Rui Melo", identities: [phone(`5511944${100_000 + numbers}`)] };
    t.customer = customer;
  };
  const newestTicket = () => one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  return Object.assign(t, {
    async start() {
      await base.start();
      allowLoopback(t);
    },
    meet() {
      base.meet();
      meetAnother();
    },
    meetAnother,
    async employ(body: object) {
      const made = await t.asAdmin.post("/queueIntegration", { name: "Robô", ...body });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      run(t.tenant.db, "UPDATE connection SET integration_id = ? WHERE id = ?", made.body.id, t.connectionId);
      return made.body as IntegrationMade;
    },
    async write(text: string) {
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      await runner().idle();
    },
    async rest() {
      runner().wake(t.tenant);
      await runner().idle();
    },
    async pass(ms: number, stepMs = 1000) {
      for (let left = ms; left > 0; left -= stepMs) {
        t.app.clock.advance(Math.min(stepMs, left));
        runner().wake(t.tenant);
        await runner().idle();
      }
    },
    ticket: () => ticketById(t.tenant.db, newestTicket()) as Ticket,
    said: () =>
      all<{ body: string }>(
        t.tenant.db,
        "SELECT body FROM message WHERE ticket_id = ? AND origin = 'bot' ORDER BY id",
        newestTicket(),
      ).map(({ body }) => body),
    trail: () =>
      all<{ kind: string }>(
        t.tenant.db,
        "SELECT kind FROM ticket_event WHERE ticket_id = ? ORDER BY id",
        newestTicket(),
      ).map(({ kind }) => kind),
    log: (id: number) =>
      deliveriesBefore(t.tenant.db, id, Number.MAX_SAFE_INTEGER, 100).map((row) =>
        presentDelivery(row, { profile: "admin" }),
      ),
  });
}

/** Allows outbound requests to loopback, with a short time limit. */
export const allowLoopback = (t: Talk): void =>
  t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: true, longestMs: 400 }));
/** Forbids outbound requests to private addresses, as an installation on the internet does. */
export const forbidLoopback = (t: Talk): void =>
  t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: false, longestMs: 400 }));
