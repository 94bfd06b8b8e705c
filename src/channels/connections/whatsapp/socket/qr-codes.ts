import {
  type AuthenticationCreds,
  type BinaryNode,
  buildPairingQRData,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type WABrowserDescription,
  type WASocket,
} from "@whiskeysockets/baileys";

/** The rotation of the QR codes of one socket. */
export interface QrCodes {
  /** Shows no further code: one was scanned, or the socket has ended. */
  stop(): void;
}

const MOST_CODES = 3;
const FIRST_MS = 60_000;
const NEXT_MS = 20_000;

/**
 * Makes the QR codes from the references of `pair-device`: the first is valid for a minute, the next two for 20 s.
 * Baileys' own rotation would end the socket when its references are used up, also while a person signs with a passkey;
 * `socketConfig` slows it down.
 */
export function createQrCodes(
  sock: WASocket,
  creds: AuthenticationCreds,
  options: {
    readonly browser: WABrowserDescription;
    /** Lifetime of each code in ms; null = those above. */
    readonly lifeMs: number | null;
    readonly onQr: (qr: string) => void;
    /** The last code has expired. */
    readonly onExpired: () => void;
  },
): QrCodes {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (refs: readonly string[], shown: number): void => {
    const [ref, ...others] = refs;
    if (ref === undefined || shown === MOST_CODES) {
      options.onExpired();
      return;
    }
    const { noiseKey, signedIdentityKey, advSecretKey } = creds;
    const base64 = (key: Uint8Array) => Buffer.from(key).toString("base64");
    options.onQr(
      buildPairingQRData(
        ref,
        base64(noiseKey.public),
        base64(signedIdentityKey.public),
        advSecretKey,
        options.browser,
      ),
    );
    const lifeMs = options.lifeMs ?? (shown === 0 ? FIRST_MS : NEXT_MS);
    timer = setTimeout(() => show(others, shown + 1), lifeMs);
  };
  sock.ws.on("CB:iq,type:set,pair-device", (stanza: BinaryNode) => {
    clearTimeout(timer);
    const refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, "pair-device"), "ref");
    show(
      refs.map(({ content }) =>
        content instanceof Uint8Array ? Buffer.from(content).toString() : String(content),
      ),
      0,
    );
  });
  return { stop: () => clearTimeout(timer) };
}
