/** An identity of a person or group as the network knows it (docs/rules/contacts.md#identities). */
export interface NetworkIdentity {
  readonly kind: "pn" | "lid" | "bsuid" | "username" | "psid" | "igsid" | "group";
  /** `pn`: digits, country code first, no plus; `lid`: the privacy id's user part; `group`: the group id's user part. */
  readonly value: string;
  /** The address to send to, in the network's form (for example `5511…@s.whatsapp.net`). */
  readonly address: string;
  /** Page, account or business the id belongs to, for the kinds that have one (docs/rules/contacts.md#identities). */
  readonly scope?: string;
}
