import type { CloseReason, PasskeyStep, SessionEvent } from "#channels/connections/provider.ts";

/** Tracks a start from the first code to the open session, and ends it when the code is not used in time. */
export interface Linking {
  onQr(qr: string): void;
  /** The last QR code has expired. */
  onQrExpired(): void;
  /** The account requires a passkey, or the passkey exchange has reached its next step. */
  onPasskey(step: PasskeyStep): void;
  /** The phone has confirmed the new device. */
  onPaired(): void;
  onOpen(): void;
  stop(): void;
}

/**
 * Emits QR codes, or requests one pairing code, and limits the time until the session is open
 * (docs/rules/connections.md#states, docs/rules/linking.md#steps).
 */
export function createLinking(options: {
  readonly pairingNumber: string | undefined;
  readonly requestCode: (number: string) => Promise<string>;
  readonly emit: (event: SessionEvent) => void;
  readonly end: (reason: CloseReason, detail: string) => void;
  /** Time limit in ms from the code or scan to the open session. */
  readonly limit: number;
  /** Time limit in ms from the passkey request to the phone's confirmation. */
  readonly passkeyLimit: number;
}): Linking {
  const { emit, end, pairingNumber } = options;
  let codes = 0;
  let deadline: ReturnType<typeof setTimeout> | null = null;

  const stop = () => {
    if (deadline) clearTimeout(deadline);
    deadline = null;
  };
  const expect = () => {
    deadline ??= setTimeout(() => end("pairing_timeout", "the link was not finished in time"), options.limit);
  };
  const askForCode = async (number: string) => {
    expect();
    try {
      emit({ type: "pairing_code", code: await options.requestCode(number) });
    } catch (error) {
      end("network", `no pairing code: ${(error as Error).message}`);
    }
  };
  return {
    onQr(qr) {
      codes++;
      if (pairingNumber !== undefined) {
        if (codes === 1) void askForCode(pairingNumber);
        return;
      }
      emit({ type: "qr", qr, attempt: codes });
    },
    onQrExpired() {
      if (pairingNumber === undefined) end("qr_not_scanned", "three codes expired unread");
    },
    onPasskey(step) {
      emit({ type: "passkey", step });
      if (step !== "passkey_required") return;
      stop();
      deadline = setTimeout(
        () => end("passkey_timeout", "the passkey step was not finished in time"),
        options.passkeyLimit,
      );
    },
    onPaired() {
      emit({ type: "pairing" });
      stop();
      expect();
    },
    onOpen: stop,
    stop,
  };
}
