import { allChildren, type BinaryNode } from "#simulator/transport/node.ts";

/** Selects the stanzas of a rule; absent fields match everything. */
export interface StanzaMatch {
  readonly tag?: string;
  /** Attributes the stanza must have. */
  readonly attrs?: Readonly<Record<string, string>>;
  /** Tag of one of the children. */
  readonly child?: string;
}

/** A file transfer that fails with a status, or whose bytes are corrupted. */
export interface MediaFault {
  readonly kind: "media";
  readonly direction: "upload" | "download";
  readonly status?: number;
  readonly isCorrupt?: boolean;
}

/** How the phone of `number` answers requests for older messages; by default it expects seconds. */
export interface OnDemandFault {
  readonly kind: "onDemand";
  /** `blob`: as a file; `unreadable`: bytes that do not unpack. */
  readonly answer?: "never" | "twice" | "blob" | "unreadable";
  /** Unit of the request's time that the phone understands; `any`: it looks at the message's id only. */
  readonly unit?: "seconds" | "milliseconds" | "any";
  /** Delay of the answer. */
  readonly ms?: number;
}

/** `<failure>`: 401 unlinked, 402 banned for a time, 403 blocked, 405 old version, 503 out of order … */
export interface LoginFailure {
  readonly kind: "loginFailure";
  readonly reason: number;
  /** Further attributes: `code`, `expire` (seconds) … */
  readonly attrs?: Readonly<Record<string, string>>;
}

interface Scope {
  /** Account the rule applies to; absent: every account. */
  readonly number?: string;
  /** How often the rule applies; absent: always. */
  times?: number;
}

/** A fault rule. All values are plain, so that the control interface can transmit every rule. */
export type FaultRule = Scope &
  (
    | {
        readonly kind: "drop" | "duplicate";
        readonly direction: "incoming" | "outgoing";
        readonly match: StanzaMatch;
      }
    | {
        readonly kind: "delay";
        readonly direction: "incoming" | "outgoing";
        readonly match: StanzaMatch;
        readonly ms: number;
      }
    /** Corrupts the encrypted parts of matching stanzas to the client, so that it cannot decrypt them. */
    | { readonly kind: "spoil"; readonly match: StanzaMatch }
    /** Bytes are accepted and not answered any more. */
    | { readonly kind: "silence" }
    | { readonly kind: "http"; readonly status: number }
    | { readonly kind: "iqError"; readonly match: StanzaMatch; readonly code: number; readonly text?: string }
    | { readonly kind: "ackError"; readonly match: StanzaMatch; readonly code: number }
    | LoginFailure
    | { readonly kind: "refuseVersion"; readonly below: readonly [number, number, number] }
    | MediaFault
    /** The network loses messages to the linked devices of `number`; the phones have them. */
    | { readonly kind: "swallow"; readonly from?: string }
    | OnDemandFault
    /** The handset of `number` cannot decrypt and requests a retry. */
    | { readonly kind: "failDecrypt" }
  );

export function matches(match: StanzaMatch, stanza: BinaryNode): boolean {
  if (match.tag !== undefined && match.tag !== stanza.tag) return false;
  if (match.child !== undefined && !allChildren(stanza).some(({ tag }) => tag === match.child)) return false;
  return Object.entries(match.attrs ?? {}).every(([name, value]) => stanza.attrs[name] === value);
}
