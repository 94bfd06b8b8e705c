import type { NetworkIdentity } from "./identity.ts";
import type { LinkPreview } from "./link-preview.ts";

export type MediaKind = "image" | "audio" | "video" | "application";

/** A file the driver downloaded and authenticated by hash. */
export interface ReceivedFile {
  readonly state: "stored";
  /** Absolute path inside `mediaDirectory`. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Type detected from the content; set when the network did not send a type. */
  readonly mimeType?: string;
  /** Lets `downloadMedia` fetch it again if the company has no storage space now. */
  readonly handle?: string;
}
/** A file that could not be downloaded (yet); `handle` lets `downloadMedia` try again. */
interface MissingFile {
  readonly state: "missing";
  readonly handle: string;
  /** True when no attempt was made yet: the file is downloaded as soon as its message is stored. */
  readonly fresh?: boolean;
}
export interface InboundMedia {
  readonly kind: MediaKind;
  readonly mimeType: string;
  readonly fileName: string | null;
  readonly voice: boolean;
  readonly sticker: boolean;
  /** Duration in seconds, for audio and video. */
  readonly duration: number | null;
  /** Loudness of a voice note, from the sender's device: bytes from 0 to 100, as base64. */
  readonly waveform?: string;
  /** Size of a video in pixels, from the sender's device. Pictures are measured after the download. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly file: ReceivedFile | MissingFile;
}

export type InboundContent =
  /** `tap`: id of the pressed option; the text is its title. `preview`: sent along by the sender's phone. */
  | { readonly type: "text"; readonly text: string; readonly tap?: string; readonly preview?: LinkPreview }
  | { readonly type: "media"; readonly media: InboundMedia; readonly caption: string }
  | {
      readonly type: "location";
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
      readonly thumbnail: string | null;
    }
  /** vCard texts, one per card. `shared`: the sender's own phone, confirmed by the network after a contact request. */
  | {
      readonly type: "contacts";
      readonly cards: readonly { readonly name: string; readonly vcard: string }[];
      readonly shared?: NetworkIdentity;
    }
  | { readonly type: "unsupported"; readonly kind: string };

/** An advertisement or post that led a person to the chat, as the network reports it; "" where it does not. */
export interface AdReferral {
  /** `ad`, `post`, or as the network names it. */
  readonly sourceType: string;
  readonly sourceId: string;
  readonly sourceUrl: string;
  readonly headline: string;
  readonly body: string;
  /** Id of the click, by which the network attributes sales. */
  readonly clickId: string;
}

/** How the network classifies the price of a message; it never reports an amount. */
export interface ReportedPricing {
  readonly billable: boolean;
  /** `regular`, `free_customer_service`, `free_entry_point`, or a value that the product does not know. */
  readonly type: string;
  /** `marketing`, `utility`, `authentication`, `service` …, or a value that the product does not know. */
  readonly category: string;
}

interface InboundBase {
  /**
   * Key of the chat for ordering and deduplication: the same for one person, whichever form of address the network
   * used.
   */
  readonly chatKey: string;
  /** Unique inside (connection, chatKey, kind): provider id; for special kinds also author and status or time. */
  readonly eventKey: string;
  /** Time given by the network, ms. */
  readonly at: number;
  /** Known identities of the other side of the chat (the person, or the group). */
  readonly chat: readonly NetworkIdentity[];
}

/**
 * One translated event of a chat; stored as JSON in the durable inbox. For edit, revoke and reaction, `providerId` is
 * the message they refer to. `fromMe` is then true when we made the change (on the paired phone), whoever wrote that
 * message.
 */
export type InboundEvent =
  | (InboundBase & {
      readonly kind: "message";
      readonly providerId: string;
      readonly fromMe: boolean;
      /** Author of a group message. */
      readonly participant: readonly NetworkIdentity[] | null;
      /** Subject of the group, if the driver has it. */
      readonly groupName?: string | null;
      /** Profile name of the author as the network shows it. */
      readonly pushName: string | null;
      readonly content: InboundContent;
      readonly quoted: {
        readonly providerId: string;
        readonly body: string;
        readonly fromMe: boolean;
      } | null;
      /**
       * For own messages on networks that create the ids: the temporary id that the message was sent under, null when
       * the network does not return it. Omitted by drivers that use our ids.
       */
      readonly ownId?: string | null;
      /** True when the event was delivered from the offline queue. */
      readonly offline: boolean;
      /** The advertisement that the person came from; absent for other messages. */
      readonly referral?: AdReferral;
      /** True while Meta's own agent answers in the chat; own messages are then that agent's. */
      readonly standby?: boolean;
      /** True for a message of the history that the phone sent after linking. */
      readonly history: boolean;
      /**
       * Set by reconciliation for a message that was missed (docs/rules/reconciliation.md#fill): network id of the
       * message before it on the phone, and how many are missing between the same two messages, this one included.
       */
      readonly gap?: { readonly after: string | null; readonly remaining: number };
    })
  | (InboundBase & {
      readonly kind: "edit";
      readonly providerId: string;
      readonly fromMe: boolean;
      /** The author, inside a group: only the author of a message may edit it. */
      readonly author?: readonly NetworkIdentity[];
      readonly body: string;
    })
  | (InboundBase & { readonly kind: "revoke"; readonly providerId: string; readonly fromMe: boolean })
  | (InboundBase & {
      readonly kind: "reaction";
      readonly providerId: string;
      readonly fromMe: boolean;
      readonly author: readonly NetworkIdentity[];
      /** An empty value removes the reaction. */
      readonly emoji: string;
    })
  /**
   * `ack` as in our API (docs/rules/messages.md#fields): 1 sent, 2 received, 4 read, 5 played; -1 refused by the
   * network with `error`.
   */
  | (InboundBase & {
      readonly kind: "ack";
      readonly providerId: string;
      readonly ack: -1 | 1 | 2 | 4 | 5;
      readonly error: string | null;
      /** Our code for a refusal, if the driver has one (docs/rules/errors.md#catalogue). */
      readonly code?: string;
      /**
       * On networks that create the ids: the temporary id that the message was sent under, null when the network does
       * not return it.
       */
      readonly ownId?: string | null;
      /** In a group: the member whose receipt it is, and what that member did. */
      readonly member?: { readonly identities: readonly NetworkIdentity[]; readonly ack: 2 | 4 | 5 };
      /** What the network reports about the price of the message; absent when the status carries none. */
      readonly pricing?: ReportedPricing;
    })
  /** All our messages up to `upTo` (ms) were received (2) or read (3). */
  | (InboundBase & { readonly kind: "watermark"; readonly ack: 2 | 3; readonly upTo: number })
  | (InboundBase & {
      readonly kind: "call";
      readonly callId: string;
      readonly video: boolean;
      readonly outcome: "missed" | "rejected" | "answered";
      readonly group: boolean;
    })
  /** These identities belong to one person. `former`: ids of that person that the network replaced by them. */
  | (InboundBase & {
      readonly kind: "identity";
      readonly identities: readonly NetworkIdentity[];
      readonly former?: readonly NetworkIdentity[];
      readonly name: string | null;
    })
  | (InboundBase & {
      readonly kind: "group";
      readonly subject: string;
      readonly members: readonly NetworkIdentity[];
    })
  | (InboundBase & { readonly kind: "skipped"; readonly providerId: string; readonly reason: string });

/** A batch to store; the driver repeats it until `accept` is called with its id. */
export interface InboundBatch {
  readonly id: number;
  readonly events: readonly InboundEvent[];
  /** Number of rows of the session's journal that were not delivered yet when this batch was. */
  readonly behind: number;
}
