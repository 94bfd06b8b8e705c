import { afterAll, beforeAll, expect } from "bun:test";
import type { UserFacingSocketConfig } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import { trustSimulatedMedia } from "#simulator/media/trust.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone, PhoneOptions } from "#simulator/phones/phone.ts";
import { type Client, linkedClient } from "./client.ts";
import { muteSignalLogs } from "./quiet.ts";

export interface Harness {
  network: Network;
  /** The company's phone, and the client linked to it. */
  phone: Phone;
  client: Client;
  companion: Companion;
  /** Adds a customer with a new number. */
  person(options?: Partial<PhoneOptions>): Phone;
}

/** A network with one linked client for all tests of a file; at the end it checks that no problem was recorded. */
export function harness(config: Partial<UserFacingSocketConfig> = {}): Harness {
  muteSignalLogs();
  let numbers = 5511977770000;
  const state = {
    person: (options: Partial<PhoneOptions> = {}) =>
      state.network.addPerson({ number: String(++numbers), name: "Marina Ribeiro", ...options }),
  } as Harness;
  let distrust = (): void => undefined;
  beforeAll(async () => {
    distrust = trustSimulatedMedia();
    state.network = await startNetwork();
    state.phone = state.network.addPhone({ number: "5511911112222", name: "Padaria Aurora" });
    Object.assign(state, await linkedClient(state.network, state.phone, config));
  });
  afterAll(async () => {
    await state.client.end();
    await state.network.stop();
    distrust();
    expect(state.network.problems).toEqual([]);
  });
  return state;
}
