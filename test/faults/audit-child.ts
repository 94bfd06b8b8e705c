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
if (config.superEmail && config.superPassword && isSetUpOpen(app.installation))
  await createSuperUser(app.installation, {
    ...{ name: "Admin", email: config.superEmail, password: config.superPassword, companyName: "Balcão" },
  });
await app.start();

const LINE = /INSERT INTO (?:provider_)?audit_log/;
const driver: Sqlite = Object.getPrototypeOf(app.installation.system.$client);
const { prepare, exec, transaction } = driver;
let isTold = false;

function dieAt(point: string): void {
  if (isTold && existsSync(file) && readFileSync(file, "utf8") === point)
    process.kill(process.pid, "SIGKILL");
}
driver.prepare = function (this: Sqlite, text: string) {
  const statement: Statement = prepare.call(this, text);
  const { run } = statement;
  statement.run = (...given) => {
    isTold ||= LINE.test(text);
    return run.apply(statement, given);
  };
  return statement;
} as Sqlite["prepare"];
// Transactions of company files.
driver.exec = function (this: Sqlite, text) {
  if (text === "COMMIT") dieAt("before");
  const answer = exec.call(this, text);
  if (text === "COMMIT") dieAt("after");
  return answer;
};
// Transactions of the system file.
driver.transaction = function (this: Sqlite, work: (...given: unknown[]) => unknown) {
  if (this.inTransaction) return transaction.call(this, work);
  const whole = transaction.call(this, (...given: unknown[]) => {
    const answer = work(...given);
    dieAt("before");
    return answer;
  });
  return (...given: unknown[]) => {
    const answer = whole(...given);
    dieAt("after");
    return answer;
  };
} as Sqlite["transaction"];
