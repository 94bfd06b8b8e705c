import type { proto } from "@whiskeysockets/baileys";
import { createSerialQueue } from "#platform/jobs/paced-queue.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import { SignalDevice } from "#simulator/devices/signal-device.ts";
import type { CallEvent, PhoneEvent } from "#simulator/feed.ts";
import type { Group } from "#simulator/groups/announce.ts";
import type { Addressing } from "#simulator/jids.ts";
import type { Network } from "#simulator/network.ts";
import { Passkey } from "#simulator/passkey/authenticator.ts";
import type { PasskeyFault, PasskeyLink } from "#simulator/passkey/passkey-link.ts";
import { announceNewIdentity } from "#simulator/registration/announce-device.ts";
import { announceMappings } from "#simulator/registration/announce-mappings.ts";
import { scanQr } from "#simulator/registration/link.ts";
import { awaitsCode, enterCode } from "#simulator/registration/pairing-code.ts";
import { unlinkCompanion } from "#simulator/registration/unlink.ts";
import { Standing } from "#simulator/standing/standing.ts";
import { openFile } from "./attachment.ts";
import { type ChatMessage, type DeliveryStep, isFurther } from "./chat-message.ts";
import { Chats } from "./chats.ts";
import { readChat } from "./read-chat.ts";
import { Sender } from "./sender.ts";

export interface PhoneOptions {
  /** Digits, country code first. */
  readonly number: string;
  readonly name: string;
  /** The privacy id; derived from the number when absent, none when null. */
  readonly lid?: string | null;
  /** Form of address of this phone's messages; default `pn`. */
  readonly addressing?: Addressing;
  /** LID chats of this phone do not reveal its number. */
  readonly hidesNumber?: boolean;
  /** A company's own phone, listed before the customers'. */
  readonly isShop?: boolean;
}

const WAIT_MS = 5_000;

/** A stable privacy id for a number. */
function lidFor(number: string): string {
  return `1${[...number].reverse().join("")}7`.slice(0, 15);
}

/**
 * A simulated number with its handset: a customer, or the company's own phone that links companions.
 * It sends delivery receipts automatically while `isReachable`; everything else is done through its methods.
 */
export class Phone {
  readonly network: Network;
  readonly options: PhoneOptions;
  readonly number: string;
  readonly lid: string | null;
  name: string;
  addressing: Addressing;
  readonly hidesNumber: boolean;
  readonly isShop: boolean;
  handset = new SignalDevice();
  readonly companions = new Map<number, Companion>();
  readonly chats = new Chats();
  readonly enqueue = createSerialQueue();
  readonly send: Sender;
  readonly standing: Standing;
  nextDevice = 1;
  isReachable = true;
  isBlocked = false;
  picture: Uint8Array | null = null;
  /** The account's passkey, when it demands one from a client that is being linked. */
  passkey: Passkey | null = null;
  passkeyFault: PasskeyFault | null = null;
  /** The last link that demanded a passkey: its code, proof and secret. */
  passkeyLink: PasskeyLink | null = null;
  /** `all` or `none`; decides whether its companions send `read` or `read-self`. */
  readReceipts: "all" | "none" = "all";
  readonly blocklist = new Set<string>();
  /** Patches of the account's synchronised settings by collection, in order; the version is their count. */
  readonly collections = new Map<string, Uint8Array[]>();
  /** Everything that happened in calls from and to this phone, oldest first. */
  readonly calls: CallEvent[] = [];
  /** How many requests of linked devices for older messages reached this phone. */
  historyRequests = 0;
  /** What a manipulated phone answers in place of its history; null = the history. */
  forgeHistory:
    | ((history: proto.IConversation[]) => proto.IConversation[] | Promise<proto.IConversation[]>)
    | null = null;
  /** Events to deliver when the phone is switched on again. */
  readonly waiting: (() => void)[] = [];

  constructor(network: Network, options: PhoneOptions) {
    this.network = network;
    this.options = options;
    this.number = options.number;
    this.name = options.name;
    this.lid = options.lid === undefined ? lidFor(options.number) : options.lid;
    this.addressing = options.addressing ?? "pn";
    this.hidesNumber = options.hidesNumber ?? false;
    this.isShop = options.isShop ?? false;
    this.send = new Sender(this);
    this.standing = new Standing(this);
  }

  /** Name of the handset in Signal sessions. */
  get address(): string {
    return `${this.number}.0`;
  }

  /** Messages others wrote to this phone, in order of arrival; repeats are counted in `deliveries`. */
  get inbox(): ChatMessage[] {
    return this.chats.all().filter((message) => !message.fromMe);
  }

  /** Links the client that shows this QR code; resolves when the client has to log in. */
  scan(qr: string): Promise<Companion> {
    return scanQr(this, qr);
  }

  /** Enters the pairing code of a client; rejects when it is wrong or no client requested one. */
  enterCode(code: string): Promise<Companion> {
    return enterCode(this, code);
  }

  /** From now on this account demands its passkey from every client that is being linked. */
  requirePasskey(fault: PasskeyFault | null = null): Passkey {
    this.passkey ??= new Passkey();
    this.passkeyFault = fault;
    return this.passkey;
  }

  /** The owner gets a new phone: new keys, and all sessions with the old one become invalid. */
  reinstall(): void {
    this.handset = new SignalDevice();
    announceNewIdentity(this);
  }

  /** Notifies the linked devices which privacy ids belong to which numbers. */
  announceMappings(people: readonly Phone[]): Promise<void> {
    return announceMappings(this, people);
  }

  /** True while a client shows a code and waits for this phone's owner to type it. */
  get isAskedForCode(): boolean {
    return awaitsCode(this);
  }

  /** Unlinks a device; its client gets 401. */
  unlink(device: number): void {
    const companion = this.companions.get(device);
    if (companion) unlinkCompanion(companion);
  }

  /** Switches the handset off (messages get only the `sent` receipt) or on (waiting events are delivered). */
  setReachable(isReachable: boolean): void {
    this.isReachable = isReachable;
    if (isReachable) for (const arrive of this.waiting.splice(0)) arrive();
  }

  /**
   * Opens a chat with a person or group: all its messages are marked as read (and played), and their authors get
   * receipts.
   */
  read(chat: Phone | Group): void {
    readChat(this, chat);
  }

  /** Fetches, decrypts and authenticates the file of a message this phone has. */
  download(message: ChatMessage): Promise<Buffer> {
    return openFile(this.network.media, message.content);
  }

  /** Waits for a message written by another person; also checks the messages that exist. */
  received(match: (message: ChatMessage) => boolean = () => true, timeoutMs = WAIT_MS): Promise<ChatMessage> {
    return this.#found((message) => !message.fromMe && match(message), timeoutMs);
  }

  /** Waits for a message of this account sent by a companion (the handset's own copy of it). */
  sentByCompanion(
    match: (message: ChatMessage) => boolean = () => true,
    timeoutMs = WAIT_MS,
  ): Promise<ChatMessage> {
    return this.#found((message) => message.fromMe && message.device > 0 && match(message), timeoutMs);
  }

  /** Waits until a message this phone sent got at least as far as `step`. */
  async reached(message: ChatMessage, step: DeliveryStep, timeoutMs = WAIT_MS): Promise<void> {
    await this.until(() => (isFurther(message.step, step) ? undefined : true), timeoutMs);
  }

  /** Waits until `check` returns a value; checked now and after every event of this phone. */
  until<T>(check: (event?: PhoneEvent) => T | undefined, timeoutMs = WAIT_MS): Promise<T> {
    return this.network.feed.until(this.number, timeoutMs, check);
  }

  #found(match: (message: ChatMessage) => boolean, timeoutMs: number): Promise<ChatMessage> {
    return this.until((event) => {
      if (!event) return this.chats.all().find(match);
      const isNews = event.type === "message" || event.type === "changed";
      return isNews && match(event.message) ? event.message : undefined;
    }, timeoutMs);
  }
}
