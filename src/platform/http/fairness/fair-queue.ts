/** Who a request is for: its company, and the person, key or address within it. */
export interface RequestOwner {
  readonly company: string;
  readonly person: string;
}

/** Accounts that are kept at most. */
const MOST_COMPANIES = 1000;
const MOST_PEOPLE = 1000;

/** What is known of a company, or of a person within one. */
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

export interface FairQueue<Item> {
  add(who: RequestOwner, item: Item): void;
  /** The first item of the account that used the least time; undefined when none may run. */
  next(): Item | undefined;
  /** Counts one request as running; the answer ends that. */
  begin(who: RequestOwner): () => void;
  /** Adds time that was used, ms. */
  charge(who: RequestOwner, ms: number): void;
  /** Whether the person and the company have fewer requests running than they may. */
  mayRun(who: RequestOwner): boolean;
  size(): number;
  sizeOf(company: string, person?: string): number;
  /** Takes out the items at the heads of the queues for which `isOld` holds. */
  removeOlder(isOld: (item: Item) => boolean): Item[];
}

/**
 * Start-time fair queueing by measured cost on two levels: companies share the time equally, and the people of a
 * company share the company's. An account that was idle begins at the level of the one being served: it is next, but
 * has no credit saved up.
 */
export function createFairQueue<Item>(limits: {
  readonly personRunning: number;
  readonly companyRunning: number;
}): FairQueue<Item> {
  const companies = new Map<string, Company<Item>>();
  let size = 0;
  let served = 0;

  const companyOf = (name: string): Company<Item> => {
    let company = companies.get(name);
    if (!company) {
      company = { used: served, running: 0, people: new Map(), waiting: 0, served: 0 };
      companies.set(name, company);
    }
    return company;
  };
  const personOf = (company: Company<Item>, name: string): Person<Item> => {
    let person = company.people.get(name);
    if (!person) {
      person = { used: company.served, running: 0, items: [] };
      company.people.set(name, person);
    }
    return person;
  };
  const isIdle = (person: Person<Item>) => person.items.length === 0 && person.running === 0;
  /** Idle accounts are kept while they have used more than the others, and at most a thousand of a company. */
  const forget = ({ company: name, person: id }: RequestOwner) => {
    const company = companies.get(name);
    const person = company?.people.get(id);
    if (!company || !person) return;
    if (isIdle(person) && person.used <= company.served) company.people.delete(id);
    if (company.people.size > MOST_PEOPLE)
      for (const [known, one] of company.people) if (isIdle(one)) company.people.delete(known);
  };
  /** Resets the used time of idle companies: fairness only matters while requests wait. */
  const forgive = () => {
    for (const [name, company] of companies) if (company.running === 0) companies.delete(name);
  };
  const isFree = (company: Company<Item>, person: Person<Item>) =>
    company.running < limits.companyRunning && person.running < limits.personRunning;

  const least = <A extends Account>(
    accounts: Iterable<readonly [string, A]>,
    isReady: (account: A) => boolean,
  ) => {
    let best: A | undefined;
    for (const [, account] of accounts)
      if (isReady(account) && (best === undefined || account.used < best.used)) best = account;
    return best;
  };
  const readyPerson = (company: Company<Item>) =>
    least(company.people, (person) => person.items.length > 0 && isFree(company, person));

  return {
    add(who, item) {
      const company = companyOf(who.company);
      const person = personOf(company, who.person);
      if (company.waiting === 0) company.used = Math.max(company.used, served);
      if (person.items.length === 0) person.used = Math.max(person.used, company.served);
      person.items.push(item);
      company.waiting += 1;
      size += 1;
    },
    next() {
      const company = least(
        companies,
        (one) => one.waiting > 0 && one.running < limits.companyRunning && readyPerson(one) !== undefined,
      );
      const person = company && readyPerson(company);
      const item = person?.items.shift();
      if (!company || !person || item === undefined) return undefined;
      served = company.used;
      company.served = person.used;
      company.waiting -= 1;
      size -= 1;
      return item;
    },
    begin(who) {
      const company = companyOf(who.company);
      const person = personOf(company, who.person);
      company.running += 1;
      person.running += 1;
      if (size === 0 && companies.size > MOST_COMPANIES) forgive();
      return () => {
        company.running -= 1;
        person.running -= 1;
        forget(who);
      };
    },
    charge(who, ms) {
      const company = companyOf(who.company);
      const person = personOf(company, who.person);
      if (size === 0) served = Math.max(served, company.used);
      company.used = Math.max(company.used, served) + ms;
      person.used = Math.max(person.used, company.served) + ms;
    },
    mayRun(who) {
      const company = companies.get(who.company);
      const person = company?.people.get(who.person);
      return (company?.running ?? 0) < limits.companyRunning && (person?.running ?? 0) < limits.personRunning;
    },
    size: () => size,
    sizeOf(name, person) {
      const company = companies.get(name);
      if (!company) return 0;
      return person === undefined ? company.waiting : (company.people.get(person)?.items.length ?? 0);
    },
    removeOlder(isOld) {
      const old: Item[] = [];
      for (const company of companies.values())
        for (const person of company.people.values())
          for (let first = person.items[0]; first !== undefined && isOld(first); first = person.items[0]) {
            person.items.shift();
            company.waiting -= 1;
            size -= 1;
            old.push(first);
          }
      return old;
    },
  };
}
