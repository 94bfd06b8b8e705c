/** Who a request is for: its company, and the person, key or address within it. */
export interface RequestOwner {
  readonly company: string;
  readonly person: string;
}

/** Limits on the number of stored accounts, so that unknown callers cannot fill the memory. */
const MOST_COMPANIES = 1000;
const MOST_PEOPLE = 1000;

/** Usage of a company, or of a person within one. */
interface Account {
  /** Time used, ms, on a scale that all accounts of one level share; the lowest is served next. */
  used: number;
  running: number;
}
interface Person<Item> extends Account {
  readonly items: Item[];
}
interface Company<Item> extends Account {
  readonly people: Map<string, Person<Item>>;
  waiting: number;
  /** Time used by the person who was served last. */
  served: number;
}

/**
 * Start-time fair queueing by measured cost on two levels: companies share the time equally, and the people of a company share
 * the company's. An account that was idle starts with the used time of the account that is being served. So it is next, but
 * gains no time from having been idle.
 */
export class FairQueue<Item> {
  readonly #personRunning: number;
  readonly #companyRunning: number;
  readonly #companies = new Map<string, Company<Item>>();
  /** Used time of the company that was served last. */
  #served = 0;
  #size = 0;

  /** The limits are numbers of requests that run at the same time. */
  constructor(limits: { readonly personRunning: number; readonly companyRunning: number }) {
    this.#personRunning = limits.personRunning;
    this.#companyRunning = limits.companyRunning;
  }

  /** Number of waiting items. */
  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of a company, or of one person in it. */
  sizeOf(name: string, person?: string): number {
    const company = this.#companies.get(name);
    if (!company) return 0;
    return person === undefined ? company.waiting : (company.people.get(person)?.items.length ?? 0);
  }

  add(who: RequestOwner, item: Item): void {
    const company = this.#companyOf(who.company);
    const person = personOf(company, who.person);
    if (company.waiting === 0) company.used = Math.max(company.used, this.#served);
    if (person.items.length === 0) person.used = Math.max(person.used, company.served);
    person.items.push(item);
    company.waiting += 1;
    this.#size += 1;
  }

  /** Removes and returns the first item of the account that used the least time; undefined when none may run. */
  next(): Item | undefined {
    const company = least(this.#companies, (one) => one.waiting > 0 && this.#readyPerson(one) !== undefined);
    const person = company && this.#readyPerson(company);
    const item = person?.items.shift();
    if (!company || !person || item === undefined) return undefined;
    this.#served = company.used;
    company.served = person.used;
    company.waiting -= 1;
    this.#size -= 1;
    return item;
  }

  /** Counts one request as running; call the returned function when it has ended. */
  begin(who: RequestOwner): () => void {
    const company = this.#companyOf(who.company);
    const person = personOf(company, who.person);
    company.running += 1;
    person.running += 1;
    if (this.#size === 0 && this.#companies.size > MOST_COMPANIES) this.#deleteIdleCompanies();
    return () => {
      company.running -= 1;
      person.running -= 1;
      this.#deleteIdlePeople(who);
    };
  }

  /** Adds time that was used, ms. */
  charge(who: RequestOwner, ms: number): void {
    const company = this.#companyOf(who.company);
    const person = personOf(company, who.person);
    if (this.#size === 0) this.#served = Math.max(this.#served, company.used);
    company.used = Math.max(company.used, this.#served) + ms;
    person.used = Math.max(person.used, company.served) + ms;
  }

  /** Adds time that work of a company took beside its requests, ms. */
  chargeCompany(name: string, ms: number): void {
    const company = this.#companyOf(name);
    if (this.#size === 0) this.#served = Math.max(this.#served, company.used);
    company.used = Math.max(company.used, this.#served) + ms;
  }

  /** Whether the person and the company have fewer requests running than the limits. */
  mayRun(who: RequestOwner): boolean {
    const company = this.#companies.get(who.company);
    const person = company?.people.get(who.person);
    return (company?.running ?? 0) < this.#companyRunning && (person?.running ?? 0) < this.#personRunning;
  }

  /** Removes and returns the items at the heads of the queues for which `isOld` holds. */
  removeOlder(isOld: (item: Item) => boolean): Item[] {
    const old: Item[] = [];
    for (const company of this.#companies.values())
      for (const person of company.people.values())
        for (let first = person.items[0]; first !== undefined && isOld(first); first = person.items[0]) {
          person.items.shift();
          company.waiting -= 1;
          this.#size -= 1;
          old.push(first);
        }
    return old;
  }

  #companyOf(name: string): Company<Item> {
    let company = this.#companies.get(name);
    if (!company) {
      company = { used: this.#served, running: 0, people: new Map(), waiting: 0, served: 0 };
      this.#companies.set(name, company);
    }
    return company;
  }

  #readyPerson(company: Company<Item>): Person<Item> | undefined {
    if (company.running >= this.#companyRunning) return undefined;
    return least(company.people, (one) => one.items.length > 0 && one.running < this.#personRunning);
  }

  /** Deletes an idle account unless it has used more time than the others, and all idle ones above a thousand of a company. */
  #deleteIdlePeople({ company: name, person: id }: RequestOwner): void {
    const company = this.#companies.get(name);
    const person = company?.people.get(id);
    if (!company || !person) return;
    if (isIdle(person) && person.used <= company.served) company.people.delete(id);
    if (company.people.size > MOST_PEOPLE)
      for (const [known, one] of company.people) if (isIdle(one)) company.people.delete(known);
  }

  /** Deletes companies without running requests, with their used time; called only while no request waits. */
  #deleteIdleCompanies(): void {
    for (const [name, company] of this.#companies) if (company.running === 0) this.#companies.delete(name);
  }
}

function personOf<Item>(company: Company<Item>, name: string): Person<Item> {
  let person = company.people.get(name);
  if (!person) {
    person = { used: company.served, running: 0, items: [] };
    company.people.set(name, person);
  }
  return person;
}

const isIdle = (person: Person<unknown>): boolean => person.items.length === 0 && person.running === 0;

/** The ready account that used the least time. */
function least<A extends Account>(
  accounts: Iterable<readonly [string, A]>,
  isReady: (account: A) => boolean,
): A | undefined {
  let best: A | undefined;
  for (const [, account] of accounts)
    if (isReady(account) && (best === undefined || account.used < best.used)) best = account;
  return best;
}
