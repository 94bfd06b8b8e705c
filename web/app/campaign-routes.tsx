import { useSignals } from "@preact/signals-react/runtime";
import { Route, Switch } from "wouter";
import { session } from "#web/lib/session.ts";
import { AdminOnly } from "./admin-only.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { NotFound } from "./not-found.tsx";

/** The pages of campaigns: they exist only with the flag `cshow`, for admins of a company whose plan has them. */
export function CampaignRoutes() {
  useSignals();
  if (!session.campaigns.value) return <NotFound />;
  return (
    <FeatureGate flag="useCampaigns">
      <AdminOnly>
        <Switch>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </AdminOnly>
    </FeatureGate>
  );
}
