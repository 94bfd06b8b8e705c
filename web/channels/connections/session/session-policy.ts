import type { Channel, ConnectionStatus } from "#channels/connections/contract.ts";
import { isPasskeyStep } from "#channels/connections/linking/contract.ts";

export type SessionButton =
  | "qrCode"
  | "passkey"
  | "tryAgain"
  | "newQr"
  | "disconnect"
  | "connecting"
  | "connectAgain";

/** Buttons by status (docs/rules/screens.md#connections). */
const BUTTONS: Readonly<Record<ConnectionStatus, readonly SessionButton[]>> = {
  qrcode: ["qrCode"],
  DISCONNECTED: ["tryAgain", "newQr"],
  CONNECTED: ["disconnect"],
  PAIRING: ["disconnect"],
  TIMEOUT: ["disconnect"],
  OPENING: ["connecting"],
};

/**
 * Buttons of a connection's session; pages, Instagram accounts and official numbers have a token instead of a QR code.
 */
export function sessionButtons(
  status: ConnectionStatus,
  channel: Channel = "whatsapp",
  provider = "beta",
  statusReason: string | null = null,
): readonly SessionButton[] {
  // The dialog may have been closed while the account asks for a passkey.
  if (status === "PAIRING" && isPasskeyStep(statusReason)) return ["passkey", "disconnect"];
  if (provider === "cloud" && status === "DISCONNECTED") return ["tryAgain", "connectAgain"];
  if (channel !== "whatsapp" && status === "DISCONNECTED") return ["connectAgain"];
  return BUTTONS[status];
}

export type Tone = "neutral" | "success" | "waiting" | "danger" | "primary";

/** Colour of a status: a connection whose last event is old is not shown as healthy (docs/rules/connections.md#health). */
export function statusTone(status: ConnectionStatus, health: "ok" | "stale" | "down"): Tone {
  switch (status) {
    case "CONNECTED":
      return health === "ok" ? "success" : health === "stale" ? "waiting" : "danger";
    case "qrcode":
    case "PAIRING":
      return "primary";
    case "OPENING":
      return "neutral";
    case "TIMEOUT":
      return "waiting";
    case "DISCONNECTED":
      return "danger";
  }
}
