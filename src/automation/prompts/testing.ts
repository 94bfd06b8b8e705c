import { type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { AZURE_KEY, type AzureSpeechSimulator, startAzureSpeech } from "#simulator/azure-speech/server.ts";
import { OPENAI_KEY, type OpenAiSimulator, startOpenAi } from "#simulator/openai/server.ts";
import { settle } from "#test/helpers/provider.ts";
import { type Talk, talk } from "#test/helpers/talk.ts";
import { TurnRunnerPort } from "./turns/runner.ts";

/** A test company whose only connection is answered by a prompt on a simulated server. */
export interface AiShop {
  readonly t: Talk;
  readonly openai: OpenAiSimulator;
  readonly azure: AzureSpeechSimulator;
  readonly promptId: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Creates a company with a prompt assigned to its connection; `fields` are added to `POST /prompt`. */
  open(fields?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Later messages come from a new customer. */
  newcomer(): void;
  /** Sends a message as the customer without advancing the clock; returns the message id. */
  write(text: string): number;
  /** Advances the clock, runs the due turns and waits until they have ended. */
  pass(ms: number): Promise<void>;
  /** Runs the job once without waiting for the turns it starts. */
  look(): Promise<void>;
  /** Resolves when all started turns have ended. */
  quiet(): Promise<void>;
  ticket(): Ticket;
  /** The model's messages to the customer. */
  said(): string[];
  /** Kinds of the ticket's events, with the reason where there is one. */
  trail(): string[];
  notes(): string[];
  runs(): { purpose: string; result: string; error: string | null }[];
  turns(): { kind: string; state: string; result: string | null }[];
}

let customers = 0;

export function aiShop(): AiShop {
  const openai = startOpenAi();
  const azure = startAzureSpeech();
  const t = talk({ ALLOW_PRIVATE_URLS: "true", AZURE_SPEECH_URL: azure.url });
  const ticketId = () => one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const rows = <Row>(sql: string) => all<Row>(t.tenant.db, sql, ticketId());
  const shop = {
    t,
    openai,
    azure,
    promptId: 0,
    async start() {
      await t.start();
      // Shorter time limit: requests of tests take far less than a minute.
      t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: true, longestMs: 2000 }));
    },
    async stop() {
      await t.stop();
      await openai.stop();
      await azure.stop();
    },
    async open(fields: Readonly<Record<string, unknown>> = {}) {
      // Unfinished turns of the previous company would consume this company's simulated answers.
      await shop.pass(60_000);
      t.meet();
      openai.clear();
      azure.broken = 0;
      const made = await t.asAdmin.post("/prompt", {
        name: "Balconista",
        prompt: "Você é o balconista da loja. Vendemos pães e bolos.",
        queueId: t.queueId,
        apiKey: OPENAI_KEY,
        baseUrl: openai.url,
        voiceKey: AZURE_KEY,
        voiceRegion: "brazilsouth",
        ...fields,
      });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      shop.promptId = made.body.id;
      run(t.tenant.db, "UPDATE connection SET prompt_id = ?", shop.promptId);
      shop.newcomer();
    },
    newcomer() {
      customers += 1;
      const customer: Customer = { name: "Rui Melo", identities: [phone(`5511944${100_000 + customers}`)] };
      t.customer = customer;
    },
    write(text: string) {
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      return one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM message")?.id ?? 0;
    },
    async look() {
      await t.app.app.runJob("ai-turns");
    },
    async quiet() {
      await t.app.installation.ports.use(TurnRunnerPort).idle();
      await settle();
    },
    async pass(ms: number) {
      t.app.clock.advance(ms);
      await shop.look();
      await shop.quiet();
    },
    ticket: () => ticketById(t.tenant.db, ticketId()) as Ticket,
    said: () =>
      rows<{ body: string }>(
        "SELECT coalesce(transcript, body) AS body FROM message WHERE ticket_id = ? AND origin = 'ai' ORDER BY id",
      ).map(({ body }) => body),
    trail: () =>
      rows<{ kind: string; reason: string | null }>(
        "SELECT kind, to_state ->> 'reason' AS reason FROM ticket_event WHERE ticket_id = ? ORDER BY id",
      ).map(({ kind, reason }) => (reason ? `${kind}: ${reason}` : kind)),
    notes: () =>
      rows<{ note: string }>("SELECT note FROM ticket_note WHERE ticket_id = ? ORDER BY id").map(
        ({ note }) => note,
      ),
    runs: () =>
      rows<{ purpose: string; result: string; error: string | null }>(
        "SELECT purpose, result, error FROM ai_run WHERE ticket_id = ? ORDER BY id",
      ),
    turns: () =>
      rows<{ kind: string; state: string; result: string | null }>(
        "SELECT kind, state, result FROM ai_turn WHERE ticket_id = ? ORDER BY id",
      ),
  };
  return shop as unknown as AiShop;
}
