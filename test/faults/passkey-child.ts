import type { SessionKey } from "#channels/connections/provider.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";

// A program with only the WhatsApp engine that links an account with a passkey, to be killed at any moment. The test
// signs the challenge.

const [directory = "", url = "", rootKey = "", way = "qr", pairingNumber = ""] = process.argv.slice(2);
const key: SessionKey = { companyId: 1, connectionId: 1 };

const provider = createWhatsappProvider({
  url,
  rootKey,
  // Without a fresh handoff proof a person compares the codes.
  timings: way === "confirm" ? { handoff: 0 } : {},
  sealingKey: new Uint8Array(32).fill(1),
  log: () => {},
  events: {
    session(_key, event) {
      if (["qr", "pairing_code", "open", "closed"].includes(event.type)) process.send?.(event);
      if (event.type === "passkey" && event.step === "passkey_confirm") void provider.confirmPasskey?.(key);
      if (event.type === "passkey" && event.step === "passkey_required") void ask();
    },
    inbound(_key, batch) {
      provider.accept(key, batch.id);
    },
  },
});

async function ask(): Promise<void> {
  const state = await provider.passkey?.(key);
  process.send?.({ type: "challenge", challenge: String(state?.options?.["challenge"]) });
}

process.on("message", (assertion) => {
  void provider.answerPasskey?.(key, assertion as Parameters<NonNullable<typeof provider.answerPasskey>>[1]);
});
await provider.start(key, {
  directory,
  mediaDirectory: directory,
  rejectCalls: false,
  ...(pairingNumber && { pairingNumber }),
});
