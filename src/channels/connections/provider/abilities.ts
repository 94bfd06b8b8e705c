import type { MediaDriver } from "#channels/media/index.ts";

/** What a network supports; docs/architecture.md has the whole table, and a test compares the two. */
export interface Abilities {
  /** Who creates the provider id of an outgoing message. */
  readonly ids: "ours" | "network";
  readonly edit: boolean;
  readonly delete: boolean;
  readonly react: boolean;
  readonly editedByCustomer: boolean;
  /** What a receipt of the network refers to: a single message, or every message up to a time. */
  readonly marks: "message" | "moment";
  /** True when a file can have a text as its caption. */
  readonly caption: boolean;
  readonly documents: boolean;
  readonly voiceNote: boolean;
  /** How bot menus are sent to a network that can show buttons (docs/rules/queue-menu.md#menu). */
  readonly menus: "text" | "pressed" | "replies";
  /** Maximum length of a text, characters (docs/rules/messages.md#post). */
  readonly longestText: number;
  /**
   * What may be sent 24 hours after the customer's last message: everything, templates only, or messages written by
   * people.
   */
  readonly afterADay: "everything" | "templates" | "people";
}

const page: Abilities = {
  ids: "network",
  edit: false,
  delete: false,
  react: false,
  editedByCustomer: false,
  marks: "moment",
  caption: false,
  documents: true,
  voiceNote: false,
  menus: "replies",
  longestText: 2000,
  afterADay: "people",
};
const whatsapp: Abilities = {
  ids: "ours",
  edit: true,
  delete: true,
  react: true,
  editedByCustomer: true,
  marks: "message",
  caption: true,
  documents: true,
  voiceNote: true,
  menus: "text",
  longestText: 4096,
  afterADay: "everything",
};

export const ABILITIES: Readonly<Record<MediaDriver, Abilities>> = {
  whatsapp,
  cloud: {
    ...whatsapp,
    ids: "network",
    edit: false,
    delete: false,
    menus: "pressed",
    afterADay: "templates",
  },
  facebook: page,
  instagram: { ...page, documents: false, longestText: 1000 },
};

/** Returns the abilities of the network of a connection. */
export const abilitiesOf = ({
  channel,
  provider,
}: {
  readonly channel: "whatsapp" | "facebook" | "instagram";
  readonly provider: string;
}): Abilities => ABILITIES[channel === "whatsapp" && provider === "cloud" ? "cloud" : channel];

/** Limits of the networks for buttons and lists (characters, counts); a longer menu is sent as text. */
export const CHOICE_LIMITS = {
  /** The official WhatsApp (Cloud API). */
  cloud: { text: 1024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24, rowDescription: 72 },
  /** Quick replies on Facebook pages and Instagram accounts. */
  page: { replies: 13, title: 20 },
} as const;
