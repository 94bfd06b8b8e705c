import { type Clock, systemClock } from "./clock.ts";
import type { Companion } from "./devices/companion.ts";
import { Directory } from "./directory.ts";
import { Faults } from "./faults/faults.ts";
import { Feed } from "./feed.ts";
import { announceGroup, announceMember, announceSubject, type Group } from "./groups/announce.ts";
import type { Addressing } from "./jids.ts";
import { MediaStore } from "./media/media-store.ts";
import { Ledger } from "./messaging/ledger.ts";
import { Phone, type PhoneOptions } from "./phones/phone.ts";
import type { LinkAttempt } from "./registration/link-attempt.ts";
import { makeServerIdentity, type ServerIdentity } from "./transport/certificate.ts";
import { Requests } from "./transport/node.ts";
import { type RunningServer, serve } from "./transport/server.ts";
import type { Wire } from "./transport/wire.ts";

export interface NetworkOptions {
  /** Port of websocket, control interface and phone pages; absent or 0: a free one. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Keys and certificate of the server; new ones when absent. */
  readonly identity?: ServerIdentity;
}

/** The simulated WhatsApp: accounts, groups, messages in transit, and a record of deliveries. */
export class Network {
  readonly clock: Clock;
  readonly identity: ServerIdentity;
  readonly directory = new Directory();
  readonly feed = new Feed();
  readonly ledger = new Ledger();
  readonly requests = new Requests();
  readonly media: MediaStore;
  readonly faults: Faults;
  /** Clients that wait to be linked, and linked devices that are connected. */
  readonly attempts = new Map<Wire, LinkAttempt>();
  readonly online = new Map<Wire, Companion>();
  /** Unexpected events (undecryptable messages, unknown queries); tests expect none. */
  readonly problems: string[] = [];
  #server: RunningServer | null = null;
  #groups = 0;

  constructor(clock: Clock, identity: ServerIdentity = makeServerIdentity()) {
    this.clock = clock;
    this.identity = identity;
    this.faults = new Faults(
      (ms, fn) => clock.after(ms, fn),
      (wire) => this.online.get(wire),
    );
    this.media = new MediaStore(this.directory, this.faults);
  }

  /** Public root key in hex: the value for `WHATSAPP_ROOT_KEY`. */
  get rootKey(): string {
    return Buffer.from(this.identity.root.public).toString("hex");
  }

  get port(): number {
    return this.#running().port;
  }

  /** Websocket address: the value for `WHATSAPP_URL`. */
  get url(): string {
    return `ws://127.0.0.1:${this.port}/ws/chat`;
  }

  /** `host:port` of the media server (HTTPS with the test certificate). */
  get mediaHost(): string {
    return this.media.host;
  }

  listen(port: number): void {
    this.#server = serve(this, port);
  }

  /** Adds a phone with an account to which companions can be linked. */
  addPhone(options: PhoneOptions): Phone {
    const phone = new Phone(this, options);
    this.directory.add(phone);
    return phone;
  }

  /** Adds a customer: the same kind of phone, controlled by tests, scripts and phone pages. */
  addPerson(options: PhoneOptions): Phone {
    return this.addPhone(options);
  }

  addGroup(subject: string, members: readonly Phone[], addressing: Addressing = "lid"): Group {
    const [creator] = members;
    if (!creator) throw new Error("a group needs members");
    const createdAt = this.clock.now();
    const id = `1203630000000${String(++this.#groups).padStart(5, "0")}`;
    const group: Group = { id, subject, creator, members: new Set(members), addressing, createdAt };
    this.directory.addGroup(group);
    announceGroup(group);
    return group;
  }

  /** A member renames a group; all devices of its members are notified. */
  renameGroup(group: Group, by: Phone, subject: string): void {
    group.subject = subject;
    announceSubject(group, by);
  }

  addMember(group: Group, by: Phone, member: Phone): void {
    group.members.add(member);
    announceMember(group, by, member, "add");
  }

  removeMember(group: Group, by: Phone, member: Phone): void {
    announceMember(group, by, member, "remove");
    group.members.delete(member);
  }

  /** Waits until a condition on the network is true; checked now and after every event of any phone. */
  until(holds: () => boolean, timeoutMs = 5_000): Promise<void> {
    return this.feed.untilAny(timeoutMs, holds);
  }

  /** Runs a function after the current response was sent. */
  afterAnswer(fn: () => void): void {
    queueMicrotask(fn);
  }

  async stop(): Promise<void> {
    for (const wire of [...this.attempts.keys(), ...this.online.keys()]) wire.terminate();
    await this.#server?.stop();
    await this.media.stop();
  }

  #running(): RunningServer {
    if (!this.#server) throw new Error("the network is not started");
    return this.#server;
  }
}

/** Starts a simulated network on loopback. */
export async function startNetwork(options: NetworkOptions = {}): Promise<Network> {
  const network = new Network(options.clock ?? systemClock, options.identity);
  network.media.start();
  network.listen(options.port ?? 0);
  return network;
}
