import { BalcaoError } from "#clients/typescript/src/index.ts";
import { balcao } from "./connect.ts";

// send-message.ts NUMBER TEXT: sends a text and prints the state of the message until it has left.
const [number = "", body = ""] = process.argv.slice(2);
try {
  const { messageId, ticketId } = await balcao.postMessagesSend({
    body: { number, body },
    // Repeating the call with the same key sends nothing twice, for example after a timeout.
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  console.log(`message ${messageId} of ticket ${ticketId}`);
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, error } = await balcao.getMessagesSendByMessageId({ path: { messageId } });
    console.log(status, error ?? "");
    if (status !== "queued" && status !== "sending") break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
} catch (error) {
  if (!(error instanceof BalcaoError)) throw error;
  // 429: the call may be repeated after `retryAfterSeconds`.
  console.error(error.status, error.code, error.details, error.retryAfterSeconds ?? "");
  process.exitCode = 1;
}
