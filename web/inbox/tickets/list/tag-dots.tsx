import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { dataColor } from "#web/ui/styles/color.ts";

/** Tags as dots of their colours, named for screen readers and in the tooltip. */
export function TagDots({ tags }: { readonly tags: TicketAnswer["tags"] }) {
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name).join(", ");
  return (
    <span className="row-tags" title={names}>
      <span className="visually-hidden">{names}</span>
      {tags.map((tag) => (
        <i key={tag.id} style={dataColor(tag.color)} />
      ))}
    </span>
  );
}
