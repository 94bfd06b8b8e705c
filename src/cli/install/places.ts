import { join } from "node:path";

/** Paths of the service on the machine. */
export interface Places {
  readonly program: string;
  readonly unit: string;
  readonly config: string;
  readonly data: string;
  /** The runtime unpacks its native parts here. */
  readonly temporary: string;
}

export const USER = "balcao";

/** The paths below `root`, which is `/` except for packagers and tests. */
export function placesBelow(root: string): Places {
  const data = join(root, "var/lib/balcao");
  return {
    program: join(root, "usr/local/bin/balcao"),
    unit: join(root, "etc/systemd/system/balcao.service"),
    config: join(root, "etc/balcao/balcao.conf"),
    data,
    temporary: join(data, "tmp"),
  };
}
