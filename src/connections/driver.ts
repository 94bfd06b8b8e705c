import { createWhatsappProvider } from "#connections/whatsapp/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { createIntake } from "./intake.ts";
import type { Provider } from "./provider.ts";

/** The driver of this installation as configured; its threads start with the first session. */
export function createDriver(installation: Installation): Provider {
  const { config, secrets } = installation;
  const log = installation.log.child({ part: "whatsapp" });
  return createWhatsappProvider({
    events: createIntake(installation),
    sealingKey: secrets.key("whatsapp"),
    ...(config.whatsappUrl !== null && { url: config.whatsappUrl }),
    ...(config.whatsappRootKey !== null && { rootKey: config.whatsappRootKey }),
    log: (level, message, fields) => log[level](fields, message),
  });
}
