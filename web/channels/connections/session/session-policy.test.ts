import { expect, test } from "bun:test";
import { CONNECTION_STATUSES } from "#channels/connections/contract.ts";
import { sessionButtons, statusTone } from "./session-policy.ts";

test("each status of a connection shows exactly the buttons of the contract", () => {
  expect(Object.fromEntries(CONNECTION_STATUSES.map((status) => [status, sessionButtons(status)]))).toEqual({
    qrcode: ["qrCode"],
    DISCONNECTED: ["tryAgain", "newQr"],
    CONNECTED: ["disconnect"],
    PAIRING: ["disconnect"],
    TIMEOUT: ["disconnect"],
    OPENING: ["connecting"],
  });
});

test("a link that waits for a passkey can be opened again after its dialog was closed", () => {
  expect(sessionButtons("PAIRING", "whatsapp", "beta", "passkey_required")).toEqual([
    "passkey",
    "disconnect",
  ]);
});

test("a connected WhatsApp session without recent events is not shown as healthy", () => {
  expect(statusTone("CONNECTED", "ok")).toBe("success");
  expect([statusTone("CONNECTED", "stale"), statusTone("CONNECTED", "down")]).toEqual(["waiting", "danger"]);
});
