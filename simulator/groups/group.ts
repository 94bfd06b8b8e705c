import type { Addressing } from "#simulator/jids.ts";
import type { Phone } from "#simulator/phones/phone.ts";

export interface Group {
  /** The user part of the group's address. */
  readonly id: string;
  subject: string;
  readonly creator: Phone;
  readonly members: Set<Phone>;
  readonly addressing: Addressing;
  /** ms since 1970. */
  readonly createdAt: number;
}
