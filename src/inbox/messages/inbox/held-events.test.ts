import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Customer, Scene } from "#inbox/messages/testing.ts";
import { phone, scene, wrote } from "#inbox/messages/testing.ts";
import { releaseEvents, storeEvents } from "./store.ts";
import { processSlice } from "./worker.ts";

const MARIA: Customer = { name: "Maria Souza", identities: [phone("5511988887777")] };
const JOAO: Customer = { name: "João", identities: [phone("5511988886666")] };
let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const work = () => {
  while (processSlice(s.tenant)) {}
};
const bodies = () => s.rows<{ body: string }>("SELECT body FROM message ORDER BY id").map(({ body }) => body);

test("a message held until its sender's name is known delays only its own chat and is processed with the name", () => {
  const first = wrote(MARIA, "Oi", s.clock.now());
  storeEvents(s.tenant, s.connectionId, [{ ...first, pushName: null } as typeof first], s.clock.now() + 2000);
  s.receive(wrote(MARIA, "Tem azul?", s.clock.now()), wrote(JOAO, "Bom dia", s.clock.now()));
  expect(bodies()).toEqual(["Bom dia"]);
  releaseEvents(s.tenant, s.connectionId, [first]);
  work();
  expect(bodies()).toEqual(["Bom dia", "Oi", "Tem azul?"]);
  expect(s.row("SELECT 1 FROM contact WHERE name = 'Maria Souza'")).toBeDefined();
});

test("a held message is processed without the name when its hold expires, and only once", () => {
  const first = wrote(MARIA, "Oi", s.clock.now());
  storeEvents(s.tenant, s.connectionId, [first], s.clock.now() + 2000);
  s.clock.advance(1999);
  work();
  expect(bodies()).toEqual([]);
  s.clock.advance(1);
  work();
  expect(bodies()).toEqual(["Oi"]);
  releaseEvents(s.tenant, s.connectionId, [first]);
  work();
  expect(bodies()).toEqual(["Oi"]);
});
