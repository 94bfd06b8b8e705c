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
    /** 401 unlinked, 403 blocked, 405 old version, 503 out of order … */
    | { readonly kind: "loginFailure"; readonly reason: number }
    | { readonly kind: "refuseVersion"; readonly below: readonly [number, number, number] }
    | MediaFault
    /** The handset of `number` cannot decrypt and requests a retry. */
    | { readonly kind: "failDecrypt" }
  );

export function matches(match: StanzaMatch, stanza: BinaryNode): boolean {
  if (match.tag !== undefined && match.tag !== stanza.tag) return false;
  if (match.child !== undefined && !allChildren(stanza).some(({ tag }) => tag === match.child)) return false;
  return Object.entries(match.attrs ?? {}).every(([name, value]) => stanza.attrs[name] === value);
}
