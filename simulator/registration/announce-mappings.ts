import { proto } from "@whiskeysockets/baileys";
import { postToCompanion } from "#simulator/messaging/post.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** The phone sends its linked devices the mapping of privacy ids to numbers, outside of any chat. */
export async function announceMappings(phone: Phone, people: readonly Phone[]): Promise<void> {
  const pnToLidMappings = people.flatMap(({ number, lid }) =>
    lid === null ? [] : [{ pn: Number(number), assignedLid: Number(lid), latestLid: Number(lid) }],
  );
  const encodedMappingPayload = proto.LIDMigrationMappingSyncPayload.encode({ pnToLidMappings }).finish();
  for (const companion of phone.companions.values()) {
    await postToCompanion(phone, companion, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.LID_MIGRATION_MAPPING_SYNC,
        lidMigrationMappingSyncMessage: { encodedMappingPayload },
      },
    });
  }
}
