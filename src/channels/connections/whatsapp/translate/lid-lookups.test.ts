import { expect, test } from "bun:test";
import { answerFromRecords, type LidRecords, rarely } from "./lid-lookups.ts";

type Mapping = Parameters<typeof answerFromRecords>[0];

function recorded(save: LidRecords["save"], known: Record<string, string> = {}) {
  const asked: string[] = [];
  const network: Pick<Mapping, "getLIDForPN"> = {
    async getLIDForPN(pn) {
      asked.push(pn);
      return null;
    },
  };
  const mapping = network as Mapping;
  answerFromRecords(mapping, { find: async (user) => known[user], save });
  return { mapping, asked };
}

const pair = (n: number) => ({ lid: `77${n}@lid`, pn: `5511${n}@s.whatsapp.net` });

test("number and privacy id of several new people are stored at the same time", async () => {
  const saved: Readonly<Record<string, string>>[] = [];
  const { promise: commit, resolve } = Promise.withResolvers<void>();
  const { mapping } = recorded((pairs) => {
    saved.push(pairs);
    return commit;
  });
  const stored = [1, 2].map((n) => mapping.storeLIDPNMappings([pair(n)]));
  await Bun.sleep(0);
  expect(saved).toEqual([
    { "55111": "771", "771_reverse": "55111" },
    { "55112": "772", "772_reverse": "55112" },
  ]);
  resolve();
  await Promise.all(stored);
});

test("a known privacy id is not stored again and is answered without a query", async () => {
  const saved: unknown[] = [];
  const { mapping, asked } = recorded(async (pairs) => void saved.push(pairs), {
    "55111": "771",
    "771_reverse": "55111",
  });
  await mapping.storeLIDPNMappings([pair(1), { lid: "123@g.us", pn: "5511@s.whatsapp.net" }]);
  expect(saved).toEqual([]);
  expect(await mapping.getLIDForPN("55111:3@s.whatsapp.net")).toBe("771:3@lid");
  expect(await mapping.getPNForLID("771:3@lid")).toBe("55111:3@s.whatsapp.net");
  expect(asked).toEqual([]);
  expect(await mapping.getPNForLID("779@lid")).toBeNull();
});

test("a failed query for a privacy id is repeated after a minute, one without an answer after ten minutes", async () => {
  const PERSON = "55111@s.whatsapp.net";
  let now = 0;
  let queries = 0;
  let answer: () => ReturnType<Parameters<typeof rarely>[0]> = () => Promise.reject(new Error("429"));
  const ask = rarely(
    async () => {
      queries++;
      return answer();
    },
    () => now,
  );
  await expect(ask([PERSON])).rejects.toThrow("429");
  now = 59_000;
  expect(await ask([PERSON])).toEqual([]);
  expect(queries).toBe(1);
  now = 60_000;
  answer = async () => [];
  expect(await ask([PERSON])).toEqual([]);
  expect(queries).toBe(2);
  now = 659_000;
  await ask([PERSON]);
  expect(queries).toBe(2);
  now = 660_000;
  answer = async () => [{ pn: PERSON, lid: "771@lid" }];
  expect(await ask([PERSON])).toHaveLength(1);
  expect(queries).toBe(3);
});
