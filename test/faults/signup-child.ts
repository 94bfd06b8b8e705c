import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSuperUser, isSetUpOpen } from "#accounts/auth/index.ts";
import { FirstAdminPort } from "#accounts/companies/index.ts";
import { createApp } from "#app.ts";
import { loadConfig } from "#config.ts";

// The whole product, which kills itself while it creates the company of a confirmed sign-up, at the point that the file
// `kill` beside its data names: `file` (the company's file exists), `admin` (its first admin too), `row` (the system file
// is committed). Without that file it does not.

const config = loadConfig(process.env);
const file = join(config.dataDir, "..", "kill");
const app = createApp({ config });
const { installation } = app;
const { superEmail: email, superPassword: password } = config;
if (email && password && isSetUpOpen(installation))
  await createSuperUser(installation, { name: "Admin", email, password, companyName: "Balcão" });
const die = () => process.kill(process.pid, "SIGKILL");
const real = installation.ports.use(FirstAdminPort);
installation.ports.plug(FirstAdminPort, {
  ...real,
  add(tenant, reserved, admin) {
    const point = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (point === "file") die();
    real.add(tenant, reserved, admin);
    if (point === "admin") die();
    // Runs right after the commit, before the answer leaves.
    if (point === "row") queueMicrotask(die);
  },
});
await app.start();
