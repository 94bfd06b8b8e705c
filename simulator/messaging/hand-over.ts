import { keepMessage } from "#simulator/phones/keep-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { isGroup, type OpenLetter } from "./letter.ts";
import { report } from "./report.ts";

/** Delivers a decrypted letter to a handset, now or when it is switched on, and reports its delivery. */
export function handOver(phone: Phone, letter: OpenLetter): void {
  if (!phone.isReachable) {
    phone.waiting.push(() => handOver(phone, letter));
    return;
  }
  const message = keepMessage(phone, letter, letter.author === phone ? "sent" : "delivered");
  if (letter.author !== phone) {
    report(phone, letter.author, isGroup(letter.to) ? letter.to : null, [message], "delivered");
  }
}
