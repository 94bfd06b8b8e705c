import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  panel: {
    title: "First steps",
    progress: "{{done}} of {{total}}",
    hide: "Hide",
    hidden: "The first steps stay in the help center.",
    done: "done",
    again: "Show the first steps",
  },
  connect: {
    title: "Connect a number",
    text: "Scan the QR code with the company's WhatsApp, and its conversations arrive here.",
    action: "Connect",
  },
  queue: {
    title: "Create a queue",
    text: "Queues keep subjects apart, such as Sales and Support; attendants see their own.",
    action: "Create a queue",
  },
  invite: {
    title: "Invite a colleague",
    text: "Each person signs in with their own e-mail, and everyone answers from the same number.",
    action: "Invite",
  },
  answer: {
    title: "Answer the first conversation",
    text: "Accept a ticket under Waiting and write: the reply goes out from the connected number.",
    action: "See conversations",
  },
  party: {
    title: "All set!",
    text: "A number is connected, the team is here and the first reply is sent. Well done!",
    end: "Start answering",
  },
};
