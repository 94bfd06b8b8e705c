import { ABILITIES, type Abilities } from "#channels/connections/index.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { one, run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { type Line, type Person, until } from "./line.ts";

/** The attendant's side of a test, the same for every channel. */
export interface Desk {
  readonly line: Line;
  readonly can: Abilities;
  /** The API as Ana; each call gets a new token, because tokens expire after some minutes of the clock. */
  api(): Api;
  /** A customer writes, and Ana accepts the ticket. */
  meet(name?: string, options?: { readonly phone?: boolean }): Promise<Talk>;
  /** Advances the clock and runs the due jobs. */
  later(ms: number): Promise<void>;
  status(): { readonly status: string; readonly reason: string | null };
}

/** One conversation of the attendant with a customer. */
export interface Talk {
  readonly person: Person;
  readonly ticketId: number;
  messages(): Promise<readonly MessageAnswer[]>;
  /** Waits for a message of the conversation that matches; returns it. */
  shows(fits: (message: MessageAnswer) => boolean, what: string): Promise<MessageAnswer>;
  /** Ana sends a message; returns it. */
  say(body: string, more?: object): Promise<MessageAnswer>;
  sendFile(file: File, body?: string): Promise<{ status: number; message: MessageAnswer | undefined }>;
  /** Waits until the message is sent and the customer has received it. */
  reached(message: MessageAnswer, text: string): Promise<void>;
}

const TICKET = `SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.name = ? ORDER BY t.id DESC`;
const ACCEPT = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
let people = 0;

export function deskOf(line: Line): Desk {
  const { app, ana, queueId, connectionId } = line;
  const { db } = ana.tenant;
  const api = () => app.api(ana);
  return {
    line,
    can: ABILITIES[line.driver],
    api,
    async meet(name = `Cliente ${++people}`, options = {}) {
      const person = line.person(name, options);
      await person.writes("Oi");
      const ticket = await until(() => one<{ id: number }>(db, TICKET, name), `a ticket of ${name}`);
      run(db, ACCEPT, ana.actor.id, queueId, ticket.id);
      return talkOf(api, person, ticket.id);
    },
    async later(ms) {
      app.clock.advance(ms);
      await app.app.runJob("outbox");
    },
    status: () =>
      one<{ status: string; reason: string | null }>(
        db,
        "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
        connectionId,
      ) ?? { status: "", reason: null },
  };
}

function talkOf(api: () => Api, person: Person, ticketId: number): Talk {
  const messages = async () =>
    (await api().get<{ messages: readonly MessageAnswer[] }>(`/messages/${ticketId}`)).body.messages;
  const talk: Talk = {
    person,
    ticketId,
    messages,
    shows: (fits, what) => until(async () => (await messages()).find(fits), what),
    async say(body, more = {}) {
      const answer = await api().post(`/messages/${ticketId}`, { body, ...more });
      if (answer.status !== 200) throw new Error(`not taken: ${JSON.stringify(answer.body)}`);
      return answer.body.message;
    },
    async sendFile(file, body = "") {
      const form = new FormData();
      form.append("body", body);
      form.append("medias", file);
      const answer = await api().post(`/messages/${ticketId}`, form);
      return { status: answer.status, message: answer.body.message };
    },
    async reached({ id }, text) {
      await until(() => person.arrived().some((each) => each.text === text), `"${text}" at the customer`);
      await talk.shows((each) => each.id === id && each.sendState === "sent", `"${text}" is sent`);
    },
  };
  return talk;
}
