import type { CloudNumber } from "./cloud-book.ts";
import { type CloudCustomer, cloudWebhook, customerOf } from "./cloud-people.ts";
import type { GraphSimulator } from "./server.ts";

/** A customer writes while Meta's own agent answers: the app only observes. */
export function writesInStandby(
  simulator: GraphSimulator,
  number: CloudNumber,
  customer: CloudCustomer,
  text: string,
): void {
  const { book } = simulator;
  const message = { id: book.newId("wamid.C"), type: "text", text: { body: text } };
  const body = JSON.stringify(customerOf(simulator, number, customer).body(message, book.now()));
  simulator.deliver(JSON.parse(body.replace('"field":"messages"', '"field":"standby"')));
}

/** Meta's agent answers a customer. */
export function agentAnswers(
  simulator: GraphSimulator,
  number: CloudNumber,
  customer: CloudCustomer,
  text: string,
): void {
  const { book } = simulator;
  const echo = {
    ...{ id: book.newId("wamid.A"), from: number.phone, to: customer.phone },
    ...{ timestamp: String(Math.floor(book.now() / 1000)), type: "text", text: { body: text } },
  };
  simulator.deliver(cloudWebhook(number, { message_echoes: [echo] }, "standby"));
}
