import type { Phone } from "#simulator/phones/phone.ts";
import { eventView } from "./view.ts";

const HEARTBEAT_MS = 20_000;

/** The events of a phone as server-sent events. */
export function eventStream(phone: Phone): Response {
  let end = (): void => undefined;
  const stream = new ReadableStream<string>({
    start(controller) {
      const stopListening = phone.network.feed.listen(phone.number, (event) => {
        controller.enqueue(`data: ${JSON.stringify(eventView(phone, event))}\n\n`);
      });
      const heartbeat = setInterval(() => controller.enqueue(": \n\n"), HEARTBEAT_MS);
      end = () => {
        stopListening();
        clearInterval(heartbeat);
      };
      controller.enqueue(": begun\n\n");
    },
    cancel: () => end(),
  });
  return new Response(stream, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
