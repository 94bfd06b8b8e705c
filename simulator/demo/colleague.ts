import type { Clock } from "#simulator/clock.ts";
import { type Answer, answersTo, bodyOf, priorityOf, tagOf } from "./companies/answers.ts";
import { type DeskApi, type DeskTicket, TakenOver } from "./desk-api.ts";

export interface Manner {
  /** Maximum number of simultaneous conversations of this colleague. */
  readonly hands: number;
  /** Accepts only customers who have waited this long (ms), so that a visitor of the demo can accept them first. */
  readonly patienceMs: number;
  /** Maximum number of accepted tickets. */
  readonly accepts: number;
  /** Interval between two checks of the inbox, ms. */
  readonly paceMs: number;
}

/** Of so many finished conversations one is snoozed, the others are closed. */
const SNOOZES_EACH = 4;

interface Talk {
  readonly answers: readonly Answer[];
  said: number;
}

/**
 * A simulated attendant of the demo: accepts, answers and closes tickets. Stops permanently when a visitor signs in as
 * the same user.
 */
export class Colleague {
  readonly #api: DeskApi;
  readonly #clock: Clock;
  readonly #manner: Manner;
  readonly #talks = new Map<number, Talk>();
  #accepted = 0;
  #finished = 0;
  #cancel: () => void = () => undefined;
  #isHome = false;

  constructor(api: DeskApi, clock: Clock, manner: Manner) {
    this.#api = api;
    this.#clock = clock;
    this.#manner = manner;
  }

  /** Starts to work; resolves after the first check of the inbox. */
  async begin(): Promise<void> {
    await this.#turn();
  }

  goHome(): void {
    this.#isHome = true;
    this.#cancel();
  }

  async #turn(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      if (error instanceof TakenOver) {
        this.goHome();
        return;
      }
      // Refused (another user was first) or unreachable for a moment: try again.
    }
    if (!this.#isHome) this.#cancel = this.#clock.after(this.#manner.paceMs, () => void this.#turn());
  }

  async #look(): Promise<void> {
    const { hands, patienceMs, accepts } = this.#manner;
    const open = await this.#api.tickets("open");
    for (const ticket of open) if (!ticket.lastMessageFromMe) await this.#answer(ticket);
    if (open.length >= hands || this.#accepted >= accepts) return;
    const pending = await this.#api.tickets("pending");
    const longest = pending
      .filter((ticket) => !ticket.chatbot && this.#clock.now() - Date.parse(ticket.createdAt) >= patienceMs)
      .at(-1);
    if (longest) await this.#accept(longest);
  }

  async #accept(ticket: DeskTicket): Promise<void> {
    await this.#api.call("PUT", `/tickets/${ticket.id}`, { status: "open" });
    this.#accepted += 1;
    await this.#sort(ticket);
    await this.#answer(ticket);
  }

  async #answer(ticket: DeskTicket): Promise<void> {
    const talk = this.#talks.get(ticket.id) ?? {
      answers: answersTo(await this.#firstWords(ticket)),
      said: 0,
    };
    this.#talks.set(ticket.id, talk);
    await this.#api.call("GET", `/messages/${ticket.id}?pageNumber=1`);
    const answer = talk.answers[talk.said];
    if (answer) {
      talk.said += 1;
      await this.#api.call("POST", `/messages/${ticket.id}`, await bodyOf(answer));
    } else {
      this.#talks.delete(ticket.id);
      this.#finished += 1;
      if (this.#finished % SNOOZES_EACH === 0) await this.#snooze(ticket);
      else await this.#api.call("PUT", `/tickets/${ticket.id}`, { status: "closed" });
    }
  }

  /** Puts the conversation to sleep until the next working day, or until the customer replies. */
  async #snooze(ticket: DeskTicket): Promise<void> {
    const path = `/tickets/snooze-times?ticketId=${ticket.id}`;
    const { times } = await this.#api.call<{ times: { id: string; at: string }[] }>("GET", path);
    const until = times.find(({ id }) => id !== "hour")?.at ?? null;
    const body = until === null ? { mode: "reply" } : { mode: "either", until };
    await this.#api.call("PUT", `/tickets/${ticket.id}/snooze`, body);
  }

  /** Gives the ticket its priority and moves it to its kanban lane. */
  async #sort(ticket: DeskTicket): Promise<void> {
    const words = await this.#firstWords(ticket);
    const priority = priorityOf(words);
    if (priority) await this.#api.call("PUT", `/tickets/${ticket.id}/priority`, { priority });
    const name = tagOf(words);
    if (name === undefined) return;
    const { lista } = await this.#api.call<{ lista: { id: number; name: string }[] }>("GET", "/tags/kanban");
    const lane = lista.find((tag) => tag.name === name);
    if (lane) await this.#api.call("PUT", `/ticket-tags/${ticket.id}/${lane.id}`);
  }

  async #firstWords(ticket: DeskTicket): Promise<string> {
    const { messages } = await this.#api.call<{
      messages: { ticketId: number; fromMe: boolean; body: string }[];
    }>("GET", `/messages/${ticket.id}?pageNumber=1`);
    return messages
      .filter(({ ticketId, fromMe }) => ticketId === ticket.id && !fromMe)
      .map(({ body }) => body)
      .join("\n");
  }
}
