import { randomBytes } from "node:crypto";

/**
 * A fresh message id in the form WhatsApp Web uses: `3EB0` and 18 upper-case hex digits. Made on the main
 * thread, so that it is stored before the engine hears of the message.
 */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}
