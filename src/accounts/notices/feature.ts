import { defineFeature } from "#tenants/feature.ts";
import { isAdmin } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { NoticeCreated } from "./events.ts";
import { noticeMount, noticesToHome } from "./send-to-home.ts";

export const notices = defineFeature({
  name: "notices",
  mounts: [noticeMount],
  jobs: [noticesToHome],
  listen(installation) {
    installation.live.after(NoticeCreated, (tenant, { code, details }) =>
      installation.ports
        .use(RealtimePort)
        .publish(tenant.id, [
          { channel: "notice", data: { action: "create", code, details }, audience: isAdmin },
        ]),
    );
  },
});
