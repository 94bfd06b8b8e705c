import { MAX_TEXT } from "#outreach/campaigns/contract.ts";
import { CAMPAIGN_NAMES, campaignName } from "#web/inbox/variables/campaign-names.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import type { TextAreaProps } from "#web/ui/field/text-area.tsx";

interface Props extends Pick<TextAreaProps, "label" | "help" | "error" | "rows" | "isReadOnly"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** The company's own variables. */
  readonly variables: readonly string[];
}

/** A text of a campaign with chips that insert a variable at the cursor. */
export function MessageArea({ variables, ...rest }: Props) {
  return (
    <VariableArea
      {...rest}
      maxLength={MAX_TEXT}
      braces="campaign"
      names={[...CAMPAIGN_NAMES, ...variables.map(campaignName)]}
      hidePreview
    />
  );
}
