/** A table of the Whaticket family that is imported. */
export interface KnownTable {
  /** Its name in the original schema. */
  readonly kind: string;
  /** The columns that are imported; forks have more. */
  readonly columns: readonly string[];
  /** Column and table of the parent row, which decides the company. */
  readonly parent?: readonly [column: string, kind: string];
}

const words = (text: string): readonly string[] => text.split(" ");
const COMMON = "id companyId createdAt updatedAt";
const table = (kind: string, columns: string, parent?: KnownTable["parent"]): KnownTable => ({
  kind,
  columns: words(`${COMMON} ${columns}`),
  ...(parent && { parent }),
});

/** Parents before children: the company is inherited in this order. */
export const TABLES: readonly KnownTable[] = [
  table(
    "Plans",
    "name users connections queues value amount useCampaigns useKanban useOpenAi useIntegrations useSchedules useInternalChat useExternalApi isPublic",
  ),
  table("Companies", "name phone email status dueDate recurrence schedules planId"),
  table("Helps", "title description video"),
  table("Announcements", "title text priority status"),
  table("Settings", "key value"),
  table("Users", "name email passwordHash profile super allTicket whatsappId"),
  table(
    "Queues",
    "name color greetingMessage complationMessage outOfHoursMessage ratingMessage orderQueue schedules",
  ),
  table("QueueOptions", "title message option queueId parentId", ["queueId", "Queues"]),
  table(
    "Whatsapps",
    "name status isDefault number channel greetingMessage farewellMessage complationMessage outOfHoursMessage ratingMessage expiresInactiveMessage expiresTicket maxUseBotQueues timeUseBotQueues sendIdQueue timeSendQueue",
  ),
  table("WhatsappQueues", "whatsappId queueId", ["whatsappId", "Whatsapps"]),
  table("UserQueues", "userId queueId", ["userId", "Users"]),
  table("Tags", "name color kanban"),
  table("Contacts", "name number email isGroup channel disableBot remoteJid lid whatsappId"),
  table("ContactCustomFields", "name value contactId", ["contactId", "Contacts"]),
  table(
    "Tickets",
    "status contactId userId whatsappId isGroup unreadMessages queueId uuid channel amountUsedBotQueues",
    ["contactId", "Contacts"],
  ),
  table("TicketTags", "ticketId tagId", ["ticketId", "Tickets"]),
  table("TicketTraking", "ticketId whatsappId userId queuedAt startedAt finishedAt chatbotAt rated", [
    "ticketId",
    "Tickets",
  ]),
  table(
    "Messages",
    "wid body ack read fromMe mediaType mediaUrl ticketId contactId quotedMsgId isDeleted isEdited userId",
    ["ticketId", "Tickets"],
  ),
  table("TicketNotes", "note userId contactId ticketId", ["ticketId", "Tickets"]),
  table("UserRatings", "ticketId userId rate", ["ticketId", "Tickets"]),
  table("QuickMessages", "shortcode message userId geral status mediaPath mediaName", ["userId", "Users"]),
  table("QuickAnswers", "shortcut shortcode message userId"),
  table("Schedules", "body sendAt sentAt contactId userId status whatsappId", ["contactId", "Contacts"]),
  table("ContactLists", "name"),
  table("ContactListItems", "name number email isWhatsappValid contactListId", [
    "contactListId",
    "ContactLists",
  ]),
];

const BY_NAME = new Map<string, KnownTable>(TABLES.map((known) => [known.kind.toLowerCase(), known]));
/** Names of the same tables in forks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  tickettrakings: "tickettraking",
  usersqueues: "userqueues",
  contactextrainfos: "contactcustomfields",
};

/** The table of this name, case-insensitive (MySQL on Windows writes lower case). */
export function knownTable(name: string): KnownTable | undefined {
  const lower = name.toLowerCase();
  return BY_NAME.get(OTHER_NAMES[lower] ?? lower);
}

/** Tables without data of a company: session keys, migration histories. */
export const IGNORED = new Set([
  "sequelizemeta",
  "sequelizedata",
  "baileys",
  "baileyskeys",
  "wppkeys",
  "spatial_ref_sys",
]);
