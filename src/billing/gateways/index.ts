import { installationSetting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { asaasGateway } from "./asaas.ts";
import { efiGateway } from "./efi.ts";
import type { GatewayName, PixGateway } from "./port.ts";

const MAKERS: Readonly<Record<GatewayName, (installation: Installation) => PixGateway>> = {
  efi: efiGateway,
  asaas: asaasGateway,
};

/** The gateway of this name, with the settings as they are. Throws 400 ERR_PAYMENT_NOT_CONFIGURED. */
export const gatewayOf = (installation: Installation, name: GatewayName): PixGateway =>
  MAKERS[name](installation);

/** The gateway new charges are made at; null = the static code, paid by hand. */
export function chosenGateway(installation: Installation): GatewayName | null {
  const chosen = installationSetting(installation, "paymentProvider");
  return chosen === "static" ? null : chosen;
}
