/**
 * The port every channel driver implements: WhatsApp by QR code, Facebook pages, Instagram accounts; `driver.ts`
 * leads each connection to its own. The product talks to a driver through `Provider` and hears from it through
 * `ProviderEvents`. Nothing in here knows Baileys, HTTP or a database.
 */

/** Names one session of one company; connection ids are unique only inside a company. */
export interface SessionKey {
  readonly companyId: number;
  readonly connectionId: number;
}

/** An identity of a person or group as the network knows it (behaviour 1.1). */
export interface NetworkIdentity {
  readonly kind: "pn" | "lid" | "bsuid" | "username" | "psid" | "igsid" | "group";
  /** `pn`: digits, country code first, no plus; `lid`: the privacy id's user part; `group`: the group id's user part. */
  readonly value: string;
  /** The id to send to, as the network wants it (for example `5511…@s.whatsapp.net`). */
  readonly address: string;
  /** Page, account or business the id belongs to, for the kinds that have one (behaviour 1.1). */
  readonly scope?: string;
}

/** Why a session is not open any more; decides status and restart (behaviour 2.1). */
export type CloseReason =
  | "network"
  | "restart_required"
  | "version_refused"
  | "logged_out"
  | "blocked"
  | "replaced"
  | "qr_not_scanned"
  | "pairing_timeout"
  | "session_damaged"
  /** The network takes the stored token no longer; somebody has to connect anew. */
  | "token_invalid"
  | "stopped";

export interface StartOptions {
  /** Directory of this connection's session (keys and journal); created when missing. */
  readonly directory: string;
  /** Directory for files downloaded from the network. */
  readonly mediaDirectory: string;
  /** Optional proxy URL (http, https, socks) for websocket and media. */
  readonly proxyUrl?: string;
  /** Ask for a typed pairing code for this number (digits) instead of a QR code. */
  readonly pairingNumber?: string;
  /** Hand over the history the phone offers at the first link. */
  readonly importHistory?: boolean;
  /** Refuse incoming calls at once (behaviour 14). */
  readonly rejectCalls: boolean;
  /** Version of WhatsApp Web to announce; left out, the driver takes the newest it knows. */
  readonly clientVersion?: ClientVersionNumber;
}
/** `2.3000.1023` in its three parts. */
export type ClientVersionNumber = readonly [primary: number, secondary: number, tertiary: number];

/** What a session says about its own life. */
export type SessionEvent =
  /** `attempt` counts the codes of this start, 1..3. */
  | { readonly type: "qr"; readonly qr: string; readonly attempt: number }
  | { readonly type: "pairing_code"; readonly code: string }
  /** The QR was scanned or the code typed; the session opens soon. */
  | { readonly type: "pairing" }
  | { readonly type: "open"; readonly identities: readonly NetworkIdentity[]; readonly name: string | null }
  | { readonly type: "closed"; readonly reason: CloseReason; readonly detail: string }
  /** Something was heard from the network; sent at most once per 5 s. `at` in ms. */
  | { readonly type: "alive"; readonly at: number };

export type MediaKind = "image" | "audio" | "video" | "application";

/** A file the driver downloaded and authenticated by hash. */
export interface ReceivedFile {
  readonly state: "stored";
  /** Absolute path inside `mediaDirectory`. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** As looked at, where the network did not say what it is. */
  readonly mimeType?: string;
  /** Lets `downloadMedia` fetch it once more, should the company have no room for it now. */
  readonly handle?: string;
}
/** A file that could not be fetched (yet); `handle` lets `downloadMedia` try again. */
export interface MissingFile {
  readonly state: "missing";
  readonly handle: string;
  /** Nobody tried yet: it is fetched as soon as its message is stored. */
  readonly fresh?: boolean;
}
export interface InboundMedia {
  readonly kind: MediaKind;
  readonly mimeType: string;
  readonly fileName: string | null;
  readonly voice: boolean;
  readonly sticker: boolean;
  /** Seconds, for audio and video. */
  readonly duration: number | null;
  /** How a voice note sounds, as the sender's device says: bytes from 0 to 100, as base64. */
  readonly waveform?: string;
  /** Of a video, as the sender's device says, pixels. Pictures are measured when they are here. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly file: ReceivedFile | MissingFile;
}

export type InboundContent =
  /** `tap`: id of what was pressed, whose title the text is. */
  | { readonly type: "text"; readonly text: string; readonly tap?: string }
  | { readonly type: "media"; readonly media: InboundMedia; readonly caption: string }
  | {
      readonly type: "location";
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
      readonly thumbnail: string | null;
    }
  /** vCard texts, one per card. */
  | {
      readonly type: "contacts";
      readonly cards: readonly { readonly name: string; readonly vcard: string }[];
    }
  | { readonly type: "unsupported"; readonly kind: string };

interface InboundBase {
  /** Key of the chat for ordering and dedupe: stable for one person whatever form of address the network used. */
  readonly chatKey: string;
  /** Unique inside (connection, chatKey, kind): provider id; for special kinds also author and status or time. */
  readonly eventKey: string;
  /** Time given by the network, ms. */
  readonly at: number;
  /** Everything known of the other side of the chat (the person, or the group). */
  readonly chat: readonly NetworkIdentity[];
}

/**
 * One thing that happened in a chat, translated; stored as JSON in the durable inbox. For edit, revoke and
 * reaction `providerId` names the message they are about, and `fromMe` says whether we did it (on the paired
 * phone), not whose message it was.
 */
export type InboundEvent =
  | (InboundBase & {
      readonly kind: "message";
      readonly providerId: string;
      readonly fromMe: boolean;
      /** Author inside a group. */
      readonly participant: readonly NetworkIdentity[] | null;
      /** Profile name of the author as the network shows it. */
      readonly pushName: string | null;
      readonly content: InboundContent;
      readonly quoted: {
        readonly providerId: string;
        readonly body: string;
        readonly fromMe: boolean;
      } | null;
      /**
       * Of own messages on networks that make the ids: the stand-in they were sent under, null when the network does not
       * say; left out by drivers whose ids are ours.
       */
      readonly ownId?: string | null;
      /** True when it was delivered from the offline queue. */
      readonly offline: boolean;
      /** True when it comes from the history the phone offered at the first link. */
      readonly history: boolean;
    })
  | (InboundBase & {
      readonly kind: "edit";
      readonly providerId: string;
      readonly fromMe: boolean;
      readonly body: string;
    })
  | (InboundBase & { readonly kind: "revoke"; readonly providerId: string; readonly fromMe: boolean })
  | (InboundBase & {
      readonly kind: "reaction";
      readonly providerId: string;
      readonly fromMe: boolean;
      readonly author: readonly NetworkIdentity[];
      /** Empty removes. */
      readonly emoji: string;
    })
  /** `ack` as on our wire (behaviour 7.1): 1 sent, 2 received, 4 read, 5 played; -1 refused by the network with `error`. */
  | (InboundBase & {
      readonly kind: "ack";
      readonly providerId: string;
      readonly ack: -1 | 1 | 2 | 4 | 5;
      readonly error: string | null;
      /** Of a refusal, where the driver can tell: one of ours (behaviour 31). */
      readonly code?: string;
      /** On networks that make the ids: the stand-in it was sent under, null when the network does not say. */
      readonly ownId?: string | null;
    })
  /** Everything of ours up to `upTo` (ms) was received (2) or read (3). */
  | (InboundBase & { readonly kind: "watermark"; readonly ack: 2 | 3; readonly upTo: number })
  | (InboundBase & {
      readonly kind: "call";
      readonly callId: string;
      readonly video: boolean;
      readonly outcome: "missed" | "rejected" | "answered";
      readonly group: boolean;
    })
  /** Several identities are one person. */
  | (InboundBase & {
      readonly kind: "identity";
      readonly identities: readonly NetworkIdentity[];
      readonly name: string | null;
    })
  | (InboundBase & {
      readonly kind: "group";
      readonly subject: string;
      readonly members: readonly NetworkIdentity[];
    })
  | (InboundBase & { readonly kind: "skipped"; readonly providerId: string; readonly reason: string });

/** A batch the driver wants stored; the driver repeats it until `accept` was called with its id. */
export interface InboundBatch {
  readonly id: number;
  readonly events: readonly InboundEvent[];
}

/** `id` comes back when it is pressed; `description` stands below it in lists. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

export type OutgoingContent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "media";
      readonly kind: MediaKind;
      /** Absolute path of the file to send, already in the form the network wants. */
      readonly path: string;
      readonly mimeType: string;
      readonly fileName: string;
      readonly caption: string;
      readonly voice: boolean;
      /** Seconds, for audio. */
      readonly duration: number | null;
    }
  | {
      readonly type: "location";
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
    }
  | {
      readonly type: "contacts";
      readonly cards: readonly { readonly name: string; readonly vcard: string }[];
    }
  /** Official WhatsApp: a text the network approved; `components` in the network's own form, values filled in. */
  | {
      readonly type: "template";
      readonly name: string;
      readonly language: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      /** A picture, a film or a document at its head. */
      readonly heading?: {
        readonly kind: Exclude<MediaKind, "audio">;
        /** Absolute path. */
        readonly path: string;
        readonly mimeType: string;
        readonly fileName: string;
      };
    }
  /** Something to press instead of typing, within `choice-limits.ts`; a network that has none gets the text. */
  | {
      readonly type: "choices";
      readonly text: string;
      readonly options: readonly Choice[];
      readonly style: "list" | "button";
    }
  | { readonly type: "edit"; readonly targetId: string; readonly text: string }
  /** `targetParticipant`: address of the author, needed in groups when the target is not ours. */
  | {
      readonly type: "revoke";
      readonly targetId: string;
      readonly targetFromMe: boolean;
      readonly targetParticipant?: string | null;
    }
  /** An empty `emoji` takes the reaction back. */
  | {
      readonly type: "reaction";
      readonly targetId: string;
      readonly targetFromMe: boolean;
      readonly targetParticipant?: string | null;
      readonly emoji: string;
    };

export interface OutgoingMessage {
  /** Address of the chat: `contact_identity.address`. */
  readonly to: string;
  /** Made and stored by us before handing over (behaviour 7.2); `newMessageId` makes one. */
  readonly providerId: string;
  /** Page channels: a person answers outside the 24 hours, within the seven days the network allows (behaviour 21). */
  readonly humanAgent?: boolean;
  readonly content: OutgoingContent;
  readonly quoted: {
    readonly providerId: string;
    readonly body: string;
    readonly fromMe: boolean;
    readonly participant: string | null;
  } | null;
}

/**
 * What became of a hand-over. `accepted`: taken, under an id the network made. `written`: on the wire, the ack comes later as an `ack` event; when the session
 * closes before that ack, hand the message over again with the same id (the network and the phones drop the
 * second copy); of a stand-in id (`stand-in-id.ts`) it means that nobody knows, and it is never handed over again.
 * `retry`: trouble of the network or the session, try again later with the same id; with `pauseMs` the network wants
 * nothing of this connection for so long, which counts no try.
 * `refused`: final, `code` is an ERR_* or a reason of the network.
 */
export type SendResult =
  | { readonly state: "accepted"; readonly providerId: string }
  | { readonly state: "written" }
  | { readonly state: "retry"; readonly detail: string; readonly pauseMs?: number }
  | { readonly state: "refused"; readonly code: string; readonly detail: string };

export type NumberCheck = { readonly exists: boolean; readonly identities: readonly NetworkIdentity[] };

/** A person in the phone; `number` are digits, `name` as saved there, else as they call themselves. */
export interface PhoneBookEntry {
  readonly number: string;
  readonly name: string;
}

/** What the product gives a driver to call; every call names its session. */
export interface ProviderEvents {
  session(key: SessionKey, event: SessionEvent): void;
  /** The driver keeps the batch (and repeats it after a crash) until `Provider.accept`. */
  inbound(key: SessionKey, batch: InboundBatch): void;
}

/** What a driver can do. All promises reject only on bugs; expected trouble is in the answer. */
export interface Provider {
  /**
   * Opens the stored session, or begins linking when there is none. Idempotent while running; after a
   * `closed` event the caller decides when to call it again. Events left over from before a crash come first.
   */
  start(key: SessionKey, options: StartOptions): Promise<void>;
  /** Closes the socket, keeps credentials; resolves when nothing is in flight any more. */
  stop(key: SessionKey): Promise<void>;
  /**
   * Logs out of the phone (10 s limit) when possible and erases the credentials; ends with `closed`, reason
   * `stopped`. A session that is not running is left alone: use `wipe`.
   */
  logout(key: SessionKey): Promise<void>;
  /**
   * Erases stored credentials of a session that is not running. Events not accepted yet survive and are
   * delivered by the next `start`; delete the directory to be rid of those too.
   */
  wipe(directory: string, key: SessionKey): Promise<void>;
  /**
   * Removes what is stored of a person, named by the values and addresses of their identities; running or not. Left out
   * by drivers that store nothing of people.
   */
  forget?(directory: string, key: SessionKey, values: readonly string[]): Promise<void>;
  /** True when credentials of a finished link are stored in this directory. */
  hasCredentials(directory: string, key: SessionKey): Promise<boolean>;
  /** The batch is stored on our side; the driver may forget it. */
  accept(key: SessionKey, batchId: number): void;
  /**
   * A message id in the form of the network, or a stand-in where the network makes the ids; the same one for the same
   * `seed`, else a fresh one. Synchronous: it is stored before `send`.
   */
  newMessageId(key: SessionKey, seed?: string): string;
  send(key: SessionKey, message: OutgoingMessage): Promise<SendResult>;
  /** Sends read receipts for messages of one chat. */
  markRead(
    key: SessionKey,
    chat: string,
    messages: readonly { readonly providerId: string; readonly participant: string | null }[],
  ): Promise<void>;
  /**
   * Shows or hides "typing…" in the customer's phone. `answering`: the customer's last message, for networks that show it
   * below that one and mark it as read; null where it must not be.
   */
  typing(key: SessionKey, chat: string, active: boolean, answering: string | null): Promise<void>;
  /** Asks whether a number exists; null = no answer within 5 s or not connected. */
  checkNumber(key: SessionKey, number: string): Promise<NumberCheck | null>;
  /** Address of the profile picture, null when none or hidden. */
  profilePicture(key: SessionKey, address: string): Promise<string | null>;
  /** Names and numbers the phone knows, groups left out; null while the session is not open. */
  phoneBook(key: SessionKey): Promise<readonly PhoneBookEntry[] | null>;
  /** Tries again to fetch a `MissingFile`. */
  downloadMedia(key: SessionKey, handle: string): Promise<ReceivedFile | null>;
  /** Asks the network something small; false when there is no answer within 20 s (behaviour 2.4). */
  probe(key: SessionKey): Promise<boolean>;
  setRejectCalls(key: SessionKey, reject: boolean): void;
  /** Stops every session and the workers behind them. */
  close(): Promise<void>;
}
