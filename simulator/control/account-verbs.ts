import * as v from "valibot";
import { PASSKEY_FAULTS } from "#simulator/passkey/passkey-link.ts";
import { deviceView, phoneView } from "./describe.ts";
import { number, ofNumber, phoneOf, verb } from "./verb.ts";

const newPhone = v.object({
  number,
  name: v.string(),
  lid: v.optional(v.nullable(v.string())),
  addressing: v.optional(v.picklist(["pn", "lid"])),
  hidesNumber: v.optional(v.boolean()),
});

/** Commands for phones, people and their linked devices. */
export const accountVerbs = {
  info: verb(v.object({}), (network) => ({
    url: network.url,
    rootKey: network.rootKey,
    mediaHost: network.mediaHost,
  })),
  "add-phone": verb(newPhone, (network, options) => {
    const { number, name, ...others } = options;
    const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
    return phoneView(network.addPhone({ number, name, ...set }));
  }),
  phones: verb(v.object({}), (network) => network.directory.phones().map(phoneView)),
  phone: verb(ofNumber, (network, input) => phoneView(phoneOf(network, input.number))),
  scan: verb(v.object({ number, qr: v.string() }), async (network, input) =>
    deviceView(await phoneOf(network, input.number).scan(input.qr)),
  ),
  "enter-code": verb(v.object({ number, code: v.string() }), async (network, input) =>
    deviceView(await phoneOf(network, input.number).enterCode(input.code)),
  ),
  /** Answers with the account's passkey for the authenticator of a browser: PKCS 8 and ids in base64. */
  "require-passkey": verb(
    v.object({ number, fault: v.optional(v.nullable(v.picklist(PASSKEY_FAULTS))) }),
    (network, input) => {
      const passkey = phoneOf(network, input.number).requirePasskey(input.fault ?? null);
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
      return {
        id: base64(passkey.id),
        userHandle: base64(passkey.userHandle),
        privateKey: base64(passkey.privateKey),
      };
    },
  ),
  /** Signs a request with the account's authenticator; answers with the assertion that a page of web.whatsapp.com gets. */
  "sign-passkey": verb(v.object({ number, challenge: v.string() }), (network, input) => {
    const { passkey } = phoneOf(network, input.number);
    if (!passkey) throw new Error("this account has no passkey");
    return passkey.sign({ challenge: input.challenge });
  }),
  "passkey-code": verb(ofNumber, (network, input) => ({
    code: phoneOf(network, input.number).passkeyLink?.code ?? null,
  })),
  unlink: verb(v.object({ number, device: v.number() }), (network, input) => {
    phoneOf(network, input.number).unlink(input.device);
    return null;
  }),
  block: verb(v.object({ number, isBlocked: v.boolean() }), (network, input) => {
    phoneOf(network, input.number).isBlocked = input.isBlocked;
    return null;
  }),
  reachable: verb(v.object({ number, isReachable: v.boolean() }), (network, input) => {
    phoneOf(network, input.number).setReachable(input.isReachable);
    return null;
  }),
  group: verb(
    v.object({
      subject: v.string(),
      members: v.array(number),
      addressing: v.optional(v.picklist(["pn", "lid"])),
    }),
    (network, { subject, members, addressing }) => {
      const phones = members.map((member) => phoneOf(network, member));
      return { id: network.addGroup(subject, phones, addressing).id };
    },
  ),
};
