import type { MediaDriver } from "#channels/media/index.ts";

/** What a network can do, as the product and its tests ask for it; the whole table stands in docs/architecture.md. */
export interface Abilities {
  /** Who makes the id of a message of ours. */
  readonly ids: "ours" | "network";
  readonly edit: boolean;
  readonly delete: boolean;
  readonly react: boolean;
  readonly editedByCustomer: boolean;
  /** Marks of reading: of single messages, or of everything up to a moment. */
  readonly marks: "message" | "moment";
  /** A text may stand under a file. */
  readonly caption: boolean;
  readonly documents: boolean;
  readonly voiceNote: boolean;
  /** How menus of the bot go out when they may be pressed (docs/rules/queue-menu.md#menu). */
  readonly menus: "text" | "pressed" | "replies";
  /** Characters (docs/rules/messages.md#post). */
  readonly longestText: number;
  /** What goes when the customer has been silent for a day: everything, templates, or what people write. */
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

/** What the network behind a connection can do. */
export const abilitiesOf = ({
  channel,
  provider,
}: {
  readonly channel: "whatsapp" | "facebook" | "instagram";
  readonly provider: string;
}): Abilities => ABILITIES[channel === "whatsapp" && provider === "cloud" ? "cloud" : channel];
