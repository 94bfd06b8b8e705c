import { afterAll, beforeAll, expect, test } from "bun:test";
import type { InboundEvent, NetworkIdentity } from "#channels/connections/index.ts";
import { phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";

/**
 * A person on the official WhatsApp writes under three consecutive sets of ids, and the network reports each change
 * (docs/rules/contacts.md#changed-ids). Webhooks arrive in any order.
 */
let s: Scene;
beforeAll(() => {
  s = scene();
  s.tenant.db.$client.pragma("synchronous = OFF");
});
afterAll(() => s.close());

const businessId = (value: string): NetworkIdentity => ({
  ...{ kind: "bsuid", value, address: value, scope: "waba" },
});
type Ids = readonly NetworkIdentity[];
const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

let people = 0;
const newIds: Readonly<Record<string, (epoch: number) => Ids>> = {
  "number and id": (epoch) => [
    phone(`55119${10_000_000 + people * 10 + epoch}`),
    businessId(`BR.${people}N${epoch}`),
  ],
  "id, without a phone": (epoch) => [businessId(`BR.${people}N${epoch}`)],
  "id, with the same phone": (epoch) => [
    phone(`55119${10_000_000 + people * 10}`),
    businessId(`BR.${people}N${epoch}`),
  ],
};

function changed(former: Ids, identities: Ids, at: number): InboundEvent {
  const isKept = (one: NetworkIdentity) => identities.some(({ value }) => value === one.value);
  const chatKey = `cloud:1:${former.at(-1)?.value}`;
  return {
    ...{ kind: "identity", chatKey, chat: former, at, eventKey: `change:${former.at(-1)?.value}` },
    ...{ identities, former: former.filter((one) => !isKept(one)), name: null },
  };
}

for (const [what, idsOf] of Object.entries(newIds))
  test(`a person whose ${what} changed twice is one contact, in every order of messages and changes`, () => {
    const wrong: string[] = [];
    for (const order of orders(["m0", "m1", "m2", "c1", "c2"])) {
      people += 1;
      const before = s.row<{ n: number }>("SELECT count(*) AS n FROM contact")?.n ?? 0;
      const at = s.clock.now();
      const epochs = [idsOf(0), idsOf(1), idsOf(2)] as const;
      const events: Readonly<Record<string, () => InboundEvent>> = Object.fromEntries([
        ...epochs.map((identities, epoch) => [
          `m${epoch}`,
          () =>
            wrote({ name: `Pessoa ${people}`, identities }, `mensagem ${epoch}`, at - 10_000, {
              chatKey: `cloud:1:${identities.at(-1)?.value}`,
            }),
        ]),
        ["c1", () => changed(epochs[0], epochs[1], at - 9000)],
        ["c2", () => changed(epochs[1], epochs[2], at - 8000)],
      ]);
      for (const name of order) {
        const event = events[name];
        if (event) s.receive(event());
      }
      // A change that arrived before all messages is retried.
      s.clock.advance(10 * 60_000);
      s.receive();
      const made = (s.row<{ n: number }>("SELECT count(*) AS n FROM contact")?.n ?? 0) - before;
      const current = s
        .rows<{ value: string }>(
          `SELECT value FROM contact_identity WHERE former_at IS NULL
           AND contact_id IN (SELECT contact_id FROM contact_identity WHERE value = ?) ORDER BY value`,
          epochs[2].at(-1)?.value ?? "",
        )
        .map(({ value }) => value);
      const expected = epochs[2].map(({ value }) => value).sort();
      if (made !== 1 || String(current) !== String(expected)) wrong.push(`${order} (${made}; ${current})`);
    }
    expect(wrong).toEqual([]);
  });
