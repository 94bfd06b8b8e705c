import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { balcao } from "./connect.ts";

// receive-webhook.ts: registers a webhook, prints the events it receives, and removes it at Ctrl+C.
const { PORT = "4100", WEBHOOK_URL = `http://localhost:${PORT}/` } = process.env;
const MAX_AGE_SECONDS = 5 * 60;

const { id, secret } = await balcao.postWebhooks({
  body: {
    name: `Example ${new Date().toISOString()}`,
    url: WEBHOOK_URL,
    events: ["message.created", "message.ack", "ticket.created", "ticket.accepted", "ticket.closed"],
  },
});

/** The signature covers the bytes as they were received: verify before parsing. */
function isGenuine(body: string, timestamp: string, signature: string): boolean {
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const expected = Buffer.from(
    `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  );
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const header = (name: string) => String(request.headers[name] ?? "");
  const genuine = isGenuine(body, header("x-balcao-timestamp"), header("x-balcao-signature"));
  // Any 2xx within 15 seconds confirms the delivery; other answers are retried, with the same id.
  response.writeHead(genuine ? 204 : 401).end();
  if (genuine) console.log(header("x-balcao-event"), header("x-balcao-delivery"), body);
  else console.error("rejected a delivery with a wrong signature");
});
server.listen(Number(PORT), () => console.log(`listening at ${WEBHOOK_URL}`));

for (const stop of ["SIGINT", "SIGTERM"])
  process.once(stop, async () => {
    server.close();
    await balcao.deleteWebhooksById({ path: { id } });
    process.exit();
  });
