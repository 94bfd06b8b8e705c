import type { Clock } from "./clock.ts";
import { type Network, startNetwork } from "./network.ts";
import { type CastMember, SHOPS, type ShopPlan } from "./people/cast.ts";
import { Crowd } from "./people/crowd.ts";
import { tellThePast } from "./people/past.ts";
import { portrait } from "./people/pictures.ts";
import type { Phone } from "./phones/phone.ts";
import { StateFile } from "./state/state-file.ts";

export interface WorldOptions {
  /** Port of websocket, control interface and phone pages; absent: a free one. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Seed of all random decisions: the same seed gives the same behaviour. */
  readonly seed?: string;
  /** The shops with phones; absent: the three of the sample companies. */
  readonly shops?: readonly ShopPlan[];
  /** Time between two customers who begin to write to a shop, at first and later, ms. */
  readonly pace?: { readonly opening: number; readonly later: number };
  /** File for phones, chats and linked devices between two runs; without it nothing is stored. */
  readonly stateFile?: string;
  /**
   * Returns the text of the QR code that the product currently shows for a shop's number, null while there is none.
   * Called once a second while the phone has no linked device; the phone then scans the code automatically.
   */
  readonly qrFor?: (number: string) => Promise<string | null> | string | null;
}

/** The simulated WhatsApp world of the demo. */
export interface World {
  readonly network: Network;
  readonly shops: readonly Phone[];
  /** Address of the page that lists all phones. */
  readonly phonesUrl: string;
  /** Lets a shop's phone scan a QR code. */
  link(number: string, qr: string): Promise<void>;
  stop(): Promise<void>;
}

const PACE = { opening: 5_000, later: 45_000 };
const LOOK_FOR_QR_MS = 1_000;

/** Starts the network, the shops' phones and the customers, who write as soon as a shop is linked. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { clock, port = 0, seed = "balcao", shops: plans = SHOPS, pace = PACE, qrFor, stateFile } = options;
  const network = await startNetwork({ port, ...(clock && { clock }) });
  const file = stateFile === undefined ? null : new StateFile(stateFile, network);
  const isNew = !file?.load();
  const crowds: Crowd[] = [];
  const lookouts: (() => void)[] = [];
  const shops: Phone[] = [];
  for (const plan of plans) {
    const shop = await settle(network, { number: plan.number, name: plan.name, isShop: true });
    const people = await Promise.all(plan.customers.map((customer) => settle(network, customer)));
    if (isNew) await tellThePast(shop, people);
    shops.push(shop);
    crowds.push(new Crowd({ shop, people, scripts: plan.scripts, seed, pace }));
    if (qrFor) lookouts.push(watchForQr(shop, qrFor));
  }
  return {
    network,
    shops,
    phonesUrl: `http://127.0.0.1:${network.port}/phones`,
    async link(number, qr) {
      const shop = shops.find((each) => each.number === number);
      if (!shop) throw new Error(`no shop has the number ${number}`);
      await shop.scan(qr);
    },
    async stop() {
      for (const crowd of crowds) crowd.stop();
      for (const stop of lookouts) stop();
      await network.stop();
      file?.close();
    },
  };
}

/** Creates a person's phone unless the state file has it. */
async function settle(network: Network, member: CastMember): Promise<Phone> {
  const { colour, ...options } = member;
  const known = network.directory.byNumber(options.number);
  if (known) return known;
  const person = network.addPerson(options);
  if (colour) person.picture = await portrait(colour);
  return person;
}

/** Polls the product for the QR code of a shop's phone and scans it. */
function watchForQr(shop: Phone, qrFor: NonNullable<WorldOptions["qrFor"]>): () => void {
  const { clock } = shop.network;
  let cancel = (): void => undefined;
  let isStopped = false;
  const scanned = new Set<string>();
  const look = async (): Promise<void> => {
    const qr = shop.companions.size > 0 ? null : await qrFor(shop.number);
    if (qr && !scanned.has(qr)) {
      scanned.add(qr);
      await shop.scan(qr);
    }
  };
  const again = (): void => {
    if (!isStopped)
      cancel = clock.after(
        LOOK_FOR_QR_MS,
        () =>
          void look()
            .catch(() => null)
            .finally(again),
      );
  };
  again();
  return () => {
    isStopped = true;
    cancel();
  };
}
