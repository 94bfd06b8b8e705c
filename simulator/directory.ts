import type { Companion } from "#simulator/devices/companion.ts";
import type { Group } from "#simulator/groups/announce.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type Addressing, decodeJid } from "./jids.ts";

/** The account or group of an address. */
export interface Addressee {
  readonly phone: Phone;
  readonly device: number;
  readonly addressing: Addressing;
}

const BRAZIL_WITH_NINTH = /^55(\d{2})9([6-9]\d{7})$/;
const BRAZIL_WITHOUT_NINTH = /^55(\d{2})([6-9]\d{7})$/;

/** The other spelling of a Brazilian mobile number (with or without the ninth digit), if it has one. */
function otherSpelling(number: string): string | undefined {
  const long = BRAZIL_WITH_NINTH.exec(number);
  if (long) return `55${long[1]}${long[2]}`;
  const short = BRAZIL_WITHOUT_NINTH.exec(number);
  return short ? `55${short[1]}9${short[2]}` : undefined;
}

/** Every account and group of the network, by number, LID or address. */
export class Directory {
  readonly #byNumber = new Map<string, Phone>();
  readonly #byLid = new Map<string, Phone>();
  readonly #groups = new Map<string, Group>();

  add(phone: Phone): void {
    if (this.#byNumber.has(phone.number)) throw new Error(`${phone.number} exists already`);
    this.#byNumber.set(phone.number, phone);
    if (phone.lid) this.#byLid.set(phone.lid, phone);
  }

  addGroup(group: Group): void {
    this.#groups.set(group.id, group);
  }

  phones(): Phone[] {
    return [...this.#byNumber.values()];
  }

  groups(): Group[] {
    return [...this.#groups.values()];
  }

  byNumber(number: string): Phone | undefined {
    return this.#byNumber.get(number);
  }

  /** Like the real number check: finds an account under either spelling of a Brazilian mobile. */
  byTypedNumber(typed: string): Phone | undefined {
    const number = typed.replace(/\D/g, "");
    const other = otherSpelling(number);
    return this.#byNumber.get(number) ?? (other ? this.#byNumber.get(other) : undefined);
  }

  group(jid: string): Group | undefined {
    return this.#groups.get(decodeJid(jid)?.user ?? "");
  }

  find(jid: string | undefined): Addressee | undefined {
    const decoded = decodeJid(jid);
    if (!decoded) return undefined;
    const addressing = decoded.server === "lid" ? "lid" : "pn";
    const phone = (addressing === "lid" ? this.#byLid : this.#byNumber).get(decoded.user);
    return phone && { phone, device: decoded.device, addressing };
  }

  companion(jid: string | undefined): Companion | undefined {
    const found = this.find(jid);
    return found?.phone.companions.get(found.device);
  }
}
