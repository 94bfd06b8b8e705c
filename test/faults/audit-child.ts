import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSuperUser, isSetUpOpen } from "#accounts/auth/index.ts";
import { createApp } from "#app.ts";
import { loadConfig } from "#config.ts";
import type { Sqlite, Statement } from "#platform/db/open.ts";

// Runs the whole product, which kills itself at the end of the transaction that writes an audit entry: `before` its
// commit or `after`, as the file `kill` beside its data specifies; without that file it is not killed.

const config = loadConfig(process.env);
const file = join(config.dataDir, "..", "kill");
const app = createApp({ config, jobs: false });

const LINE = /INSERT INTO (?:provider_)?audit_log/;
const driver: Sqlite = Object.getPrototypeOf(app.installation.system.$client);
const { prepare, exec, transaction } = driver;
/** Connections whose open transaction wrote an audit entry. */
const audited = new WeakSet<Sqlite>();

function dieAt(db: Sqlite, point: string): void {
  if (audited.has(db) && existsSync(file) && readFileSync(file, "utf8") === point)
    process.kill(process.pid, "SIGKILL");
}
driver.prepare = function (this: Sqlite, text: string) {
  const statement: Statement = prepare.call(this, text);
  const { run } = statement;
  statement.run = (...given) => {
    if (LINE.test(text)) audited.add(this);
    return run.apply(statement, given);
  };
  return statement;
} as Sqlite["prepare"];
// Transactions of company files.
driver.exec = function (this: Sqlite, text) {
  if (text === "COMMIT") dieAt(this, "before");
  const answer = exec.call(this, text);
  if (text === "COMMIT") {
    dieAt(this, "after");
    audited.delete(this);
  }
  return answer;
};
// Transactions of the system file.
driver.transaction = function (this: Sqlite, work: (...given: unknown[]) => unknown) {
  if (this.inTransaction) return transaction.call(this, work);
  const whole = transaction.call(this, (...given: unknown[]) => {
    const answer = work(...given);
    dieAt(this, "before");
    return answer;
  });
  const watched =
    (commit: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      const answer = commit(...given);
      dieAt(this, "after");
      audited.delete(this);
      return answer;
    };
  return Object.assign(watched(whole), { immediate: watched(whole.immediate) });
} as Sqlite["transaction"];

// The server starts last: a statement that is prepared before the driver is replaced would never kill the process.
if (config.superEmail && config.superPassword && isSetUpOpen(app.installation))
  await createSuperUser(app.installation, {
    ...{ name: "Admin", email: config.superEmail, password: config.superPassword, companyName: "Balcão" },
  });
await app.start();
